package dev.rekey.cql;

import dev.rekey.cql.grammar.CqlSyntax;
import dev.rekey.cql.grammar.CqlTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;

/**
 * Reads terms out of the parse tree and numbers the markers. Whoever calls it reads a statement
 * from left to right, as the server numbers markers in the order of the text.
 */
class TermReader extends Names {

  private final List<Term.Marker> markers = new ArrayList<>();

  TermReader(String text) {
    super(text);
  }

  final int markerCount() {
    return markers.size();
  }

  final List<Term.Marker> markersFrom(int index) {
    return List.copyOf(markers.subList(index, markers.size()));
  }

  final Term.Marker marker(CqlSyntax.MarkerContext context) {
    Optional<String> name =
        Optional.ofNullable(context.name()).map(given -> internal(given.getStart()));
    Term.Marker marker = new Term.Marker(markers.size(), name, span(context));
    markers.add(marker);

    return marker;
  }

  final Term count(CqlSyntax.CountContext context) {
    return context.marker() != null
        ? marker(context.marker())
        : new Term.Literal(Term.LiteralKind.INTEGER, context.getText(), span(context));
  }

  final List<Term> terms(List<CqlSyntax.TermContext> contexts) {
    return contexts.stream().map(this::term).toList();
  }

  final Term term(CqlSyntax.TermContext context) {
    return chain(context, child -> product((CqlSyntax.ProductContext) child));
  }

  private Term product(CqlSyntax.ProductContext context) {
    return chain(context, child -> factor((CqlSyntax.FactorContext) child));
  }

  /** Operand, sign, operand, sign ..., grouped to the left. */
  private Term chain(ParserRuleContext context, Function<ParseTree, Term> operand) {
    Term result = operand.apply(context.getChild(0));
    for (int i = 1; i + 1 < context.getChildCount(); i += 2) {
      char sign = context.getChild(i).getText().charAt(0);
      Term right = operand.apply(context.getChild(i + 1));
      result =
          new Term.Arithmetic(
              sign, result, right, new Span(result.span().start(), right.span().end()));
    }

    return result;
  }

  private Term factor(CqlSyntax.FactorContext context) {
    Term operand = atom(context.atom());

    return context.MINUS() == null ? operand : new Term.Negation(operand, span(context));
  }

  private Term atom(CqlSyntax.AtomContext context) {
    Span span = span(context);
    if (context instanceof CqlSyntax.ConstantAtomContext atom) {
      return constant(atom.constant());
    } else if (context instanceof CqlSyntax.MarkerAtomContext atom) {
      return marker(atom.marker());
    } else if (context instanceof CqlSyntax.NullAtomContext) {
      return new Term.Null(span);
    } else if (context instanceof CqlSyntax.FunctionAtomContext atom) {
      return call(atom.functionName(), terms(atom.term()), span);
    } else if (context instanceof CqlSyntax.TupleAtomContext atom) {
      return tuple(atom.tuple());
    } else if (context instanceof CqlSyntax.ListAtomContext atom) {
      return new Term.ListLiteral(terms(atom.term()), span);
    } else if (context instanceof CqlSyntax.SetAtomContext atom) {
      return new Term.SetLiteral(terms(atom.term()), span);
    } else if (context instanceof CqlSyntax.MapAtomContext atom) {
      return new Term.MapLiteral(atom.mapEntry().stream().map(this::entry).toList(), span);
    } else if (context instanceof CqlSyntax.UdtAtomContext atom) {
      return new Term.UdtLiteral(atom.fieldEntry().stream().map(this::field).toList(), span);
    } else if (context instanceof CqlSyntax.HintAtomContext atom) {
      return new Term.TypeHint(type(atom.type()), atom(atom.atom()), span);
    }

    CqlSyntax.CastAtomContext cast = (CqlSyntax.CastAtomContext) context;

    return new Term.Cast(atom(cast.atom()), nativeType(cast.nativeType()), span);
  }

  private Term.Entry entry(CqlSyntax.MapEntryContext context) {
    Term key = term(context.term(0));

    return new Term.Entry(key, term(context.term(1)));
  }

  private Term.FieldValue field(CqlSyntax.FieldEntryContext context) {
    return new Term.FieldValue(name(context.name()), term(context.term()));
  }

  final Term.Tuple tuple(CqlSyntax.TupleContext context) {
    return new Term.Tuple(terms(context.term()), span(context));
  }

  private Term call(CqlSyntax.FunctionNameContext function, List<Term> arguments, Span span) {
    Optional<String> keyspace =
        Optional.ofNullable(function.name()).map(name -> internal(name.getStart()));

    return new Term.FunctionCall(keyspace, internal(function.getStop()), arguments, span);
  }

  final Term selection(CqlSyntax.SelectionContext context) {
    return chain(
        context,
        product ->
            chain(
                (CqlSyntax.SelectionProductContext) product,
                factor -> selectionFactor((CqlSyntax.SelectionFactorContext) factor)));
  }

  final List<Term> selections(List<CqlSyntax.SelectionContext> contexts) {
    return contexts.stream().map(this::selection).toList();
  }

  private Term selectionFactor(CqlSyntax.SelectionFactorContext context) {
    if (context.MINUS() != null) {
      return new Term.Negation(selectionFactor(context.selectionFactor()), span(context));
    }

    return steps(selectionAtom(context.selectionAtom()), context.selectionStep());
  }

  private Term steps(Term receiver, List<CqlSyntax.SelectionStepContext> steps) {
    Term result = receiver;
    for (CqlSyntax.SelectionStepContext step : steps) {
      Span span = new Span(receiver.span().start(), span(step).end());
      if (step instanceof CqlSyntax.FieldStepContext field) {
        result = new Term.Field(result, name(field.name()), span);
      } else if (step instanceof CqlSyntax.HeadStepContext head) {
        result = new Term.Slice(result, Optional.empty(), Optional.of(term(head.to)), span);
      } else {
        result = elementOrSlice(result, (CqlSyntax.ElementStepContext) step, span);
      }
    }

    return result;
  }

  private Term elementOrSlice(Term receiver, CqlSyntax.ElementStepContext step, Span span) {
    Term from = term(step.from);
    if (step.RANGE() == null) {
      return new Term.Element(receiver, from, span);
    }

    return new Term.Slice(
        receiver, Optional.of(from), Optional.ofNullable(step.to).map(this::term), span);
  }

  private Term selectionAtom(CqlSyntax.SelectionAtomContext context) {
    Span span = span(context);
    if (context instanceof CqlSyntax.SelectionColumnContext) {
      return new Term.Column(internal(context.getStart()), span);
    } else if (context instanceof CqlSyntax.SelectionConstantContext atom) {
      return constant(atom.constant());
    } else if (context instanceof CqlSyntax.SelectionNullContext) {
      return new Term.Null(span);
    } else if (context instanceof CqlSyntax.SelectionMarkerContext atom) {
      return marker(atom.marker());
    } else if (context instanceof CqlSyntax.SelectionFunctionContext atom) {
      return call(atom.functionName(), selections(atom.selection()), span);
    } else if (context instanceof CqlSyntax.SelectionCountContext) {
      return new Term.CountRows(span);
    } else if (context instanceof CqlSyntax.SelectionMetadataContext atom) {
      return metadata(atom, span);
    } else if (context instanceof CqlSyntax.SelectionCastContext atom) {
      return new Term.Cast(selection(atom.selection()), nativeType(atom.nativeType()), span);
    }

    return selectionCompound(context, span);
  }

  private Term selectionCompound(CqlSyntax.SelectionAtomContext context, Span span) {
    if (context instanceof CqlSyntax.SelectionTupleContext atom) {
      return new Term.Tuple(selections(atom.selection()), span);
    } else if (context instanceof CqlSyntax.SelectionListContext atom) {
      return new Term.ListLiteral(selections(atom.selection()), span);
    } else if (context instanceof CqlSyntax.SelectionSetContext atom) {
      return new Term.SetLiteral(selections(atom.selection()), span);
    } else if (context instanceof CqlSyntax.SelectionMapContext atom) {
      return new Term.MapLiteral(
          atom.selectionEntry().stream().map(this::selectionEntry).toList(), span);
    }

    CqlSyntax.SelectionHintContext hint = (CqlSyntax.SelectionHintContext) context;

    return new Term.TypeHint(type(hint.type()), selectionAtom(hint.selectionAtom()), span);
  }

  private Term.Entry selectionEntry(CqlSyntax.SelectionEntryContext context) {
    Term key = selection(context.selection(0));

    return new Term.Entry(key, selection(context.selection(1)));
  }

  private Term metadata(CqlSyntax.SelectionMetadataContext context, Span span) {
    Token word = ((TerminalNode) context.getChild(0)).getSymbol();
    Term.MetadataKind kind =
        switch (word.getType()) {
          case CqlTokens.K_WRITETIME -> Term.MetadataKind.WRITETIME;
          case CqlTokens.K_MAXWRITETIME -> Term.MetadataKind.MAXWRITETIME;
          default -> Term.MetadataKind.TTL;
        };
    Identifier column = name(context.name());
    Term operand = new Term.Column(column.name(), column.span());

    return new Term.Metadata(kind, steps(operand, context.selectionStep()), span);
  }
}
