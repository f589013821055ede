package dev.rekey.cql;

import dev.rekey.cql.grammar.CqlSyntax;
import dev.rekey.cql.grammar.CqlTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Reads the clauses that statements share: WHERE, USING, IF and the SELECT list. */
class ClauseReader extends TermReader {

  ClauseReader(String text) {
    super(text);
  }

  final Where where(CqlSyntax.@Nullable WhereContext context) {
    return context == null
        ? Where.none()
        : new Where(
            context.relation().stream().map(this::relation).toList(), Optional.of(span(context)));
  }

  private Relation relation(CqlSyntax.RelationContext context) {
    if (context.plainRelation() != null) {
      return relation(context.plainRelation(), span(context));
    }

    return new Relation.IndexExpression(name(context.name()), term(context.term()), span(context));
  }

  private Relation relation(CqlSyntax.PlainRelationContext context, Span span) {
    if (context instanceof CqlSyntax.CompareContext compare) {
      return new Relation.Compare(
          column(compare.column()), operator(compare.operator()), term(compare.term()), span);
    } else if (context instanceof CqlSyntax.InContext in) {
      return new Relation.In(column(in.column()), inValues(in.inValues()), span);
    } else if (context instanceof CqlSyntax.NestedContext nested) {
      return relation(nested.plainRelation(), span);
    } else if (context instanceof CqlSyntax.CompareTokenContext token) {
      return new Relation.CompareToken(
          columns(token.columns()), operator(token.operator()), term(token.term()), span);
    } else if (context instanceof CqlSyntax.CompareTupleContext tuple) {
      Term value = tuple.tuple() != null ? tuple(tuple.tuple()) : marker(tuple.marker());

      return new Relation.CompareTuple(
          columns(tuple.columns()), operator(tuple.operator()), value, span);
    } else if (context instanceof CqlSyntax.InTuplesContext tuples) {
      return new Relation.InTuples(
          columns(tuples.columns()), inTuples(tuples.tupleInValues()), span);
    }

    return collectionRelation(context, span);
  }

  private Relation collectionRelation(CqlSyntax.PlainRelationContext context, Span span) {
    if (context instanceof CqlSyntax.LikeContext like) {
      return new Relation.Like(column(like.column()), term(like.term()), span);
    } else if (context instanceof CqlSyntax.IsNotNullContext notNull) {
      return new Relation.IsNotNull(column(notNull.column()), span);
    } else if (context instanceof CqlSyntax.ContainsContext contains) {
      Identifier column = column(contains.column());
      Term value = term(contains.term());

      return contains.K_KEY() == null
          ? new Relation.Contains(column, value, span)
          : new Relation.ContainsKey(column, value, span);
    }

    CqlSyntax.CompareElementContext element = (CqlSyntax.CompareElementContext) context;
    Term key = term(element.term(0));

    return new Relation.CompareElement(
        column(element.column()), key, operator(element.operator()), term(element.term(1)), span);
  }

  private static Operator operator(CqlSyntax.OperatorContext context) {
    return switch (context.getStart().getType()) {
      case CqlTokens.LT -> Operator.LT;
      case CqlTokens.LTE -> Operator.LTE;
      case CqlTokens.GT -> Operator.GT;
      case CqlTokens.GTE -> Operator.GTE;
      case CqlTokens.NEQ -> Operator.NEQ;
      default -> Operator.EQ;
    };
  }

  private InValues inValues(CqlSyntax.InValuesContext context) {
    return context.marker() != null
        ? new InValues(List.of(), Optional.of(marker(context.marker())), span(context))
        : new InValues(terms(context.term()), Optional.empty(), span(context));
  }

  private InValues inTuples(CqlSyntax.TupleInValuesContext context) {
    if (context.LPAREN() == null) {
      return new InValues(List.of(), Optional.of(marker(context.marker(0))), span(context));
    }

    List<Term> terms = new ArrayList<>();
    context.tuple().forEach(tuple -> terms.add(tuple(tuple)));
    context.marker().forEach(marker -> terms.add(marker(marker)));

    return new InValues(terms, Optional.empty(), span(context));
  }

  /** Of a time or a lifetime given twice the last counts, as on the server. */
  final Using using(CqlSyntax.@Nullable UsingContext context) {
    if (context == null) {
      return Using.none();
    }

    Optional<Term> timestamp = Optional.empty();
    Optional<Term> ttl = Optional.empty();
    for (CqlSyntax.UsingItemContext item : context.usingItem()) {
      Optional<Term> value = Optional.of(count(item.count()));
      if (item.K_TTL() != null) {
        ttl = value;
      } else {
        timestamp = value;
      }
    }

    return new Using(timestamp, ttl, Optional.of(span(context)));
  }

  final Conditions ifNotExists(CqlSyntax.@Nullable IfNotExistsContext context) {
    return context == null
        ? Conditions.none()
        : new Conditions(Conditions.Kind.IF_NOT_EXISTS, List.of(), Optional.of(span(context)));
  }

  final Conditions conditions(CqlSyntax.@Nullable ConditionalContext context) {
    if (context == null) {
      return Conditions.none();
    }

    Conditions.Kind kind =
        context.K_EXISTS() != null ? Conditions.Kind.IF_EXISTS : Conditions.Kind.IF_COLUMNS;

    return new Conditions(
        kind,
        context.condition().stream().map(this::condition).toList(),
        Optional.of(span(context)));
  }

  private Conditions.Condition condition(CqlSyntax.ConditionContext context) {
    Span span = span(context);
    Identifier column = column(context.column());
    if (context.K_CONTAINS() != null) {
      ColumnTarget whole = new ColumnTarget.Whole(column);
      Term value = term(context.term(0));

      return context.K_KEY() == null
          ? new Conditions.Contains(whole, value, span)
          : new Conditions.ContainsKey(whole, value, span);
    }

    boolean element = context.LBRACKET() != null;
    ColumnTarget target =
        target(
            column,
            element ? context.term(0) : null,
            context.name(),
            element ? context.RBRACKET().getSymbol() : context.getStop());
    if (context.inValues() != null) {
      return new Conditions.In(target, inValues(context.inValues()), span);
    }

    return new Conditions.Compare(
        target, operator(context.operator()), term(context.term(element ? 1 : 0)), span);
  }

  /** {@code last} is the token a key ends with. */
  final ColumnTarget target(
      Identifier column,
      CqlSyntax.@Nullable TermContext key,
      CqlSyntax.@Nullable NameContext field,
      Token last) {
    if (key != null) {
      return new ColumnTarget.Element(
          column, term(key), new Span(column.span().start(), last.getStopIndex() + 1));
    }

    if (field != null) {
      Identifier name = name(field);

      return new ColumnTarget.Field(
          column, name, new Span(column.span().start(), name.span().end()));
    }

    return new ColumnTarget.Whole(column);
  }

  final Projection projection(CqlSyntax.ProjectionContext context) {
    return new Projection(context.selector().stream().map(this::selector).toList(), span(context));
  }

  private Projection.Selector selector(CqlSyntax.SelectorContext context) {
    return new Projection.Selector(
        selection(context.selection()),
        Optional.ofNullable(context.name()).map(this::name),
        span(context));
  }

  final <T> Clause<T> clause(T value, ParserRuleContext context) {
    return new Clause<>(value, span(context));
  }
}
