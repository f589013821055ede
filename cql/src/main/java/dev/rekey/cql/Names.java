package dev.rekey.cql;

import dev.rekey.cql.grammar.CqlSyntax;
import dev.rekey.cql.grammar.CqlTokens;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Reads names, types and constants out of the parse tree. */
class Names {

  /** Refused by the server as the name of a user type, but only in lower case. */
  private static final Set<String> NEVER_TYPES =
      Set.of("byte", "complex", "enum", "interval", "macaddr", "bitstring");

  private final String text;

  Names(String text) {
    this.text = text;
  }

  final Span span(ParserRuleContext context) {
    return span(context.getStart(), context.getStop());
  }

  final Span span(Token first, Token last) {
    return new Span(first.getStartIndex(), last.getStopIndex() + 1);
  }

  final Span span(ParserRuleContext first, ParserRuleContext last) {
    return span(first.getStart(), last.getStop());
  }

  final String textOf(ParserRuleContext context) {
    return span(context).of(text);
  }

  final Identifier name(CqlSyntax.NameContext context) {
    return new Identifier(internal(context.getStart()), span(context));
  }

  final Identifier column(CqlSyntax.ColumnContext context) {
    return new Identifier(internal(context.getStart()), span(context));
  }

  final List<Identifier> columns(CqlSyntax.ColumnsContext context) {
    return context.column().stream().map(this::column).toList();
  }

  final List<Identifier> names(List<CqlSyntax.NameContext> contexts) {
    return contexts.stream().map(this::name).toList();
  }

  final TableRef table(CqlSyntax.TableNameContext context) {
    boolean qualified = context.name().size() > 1;
    Optional<String> keyspace =
        qualified ? Optional.of(internal(context.name(0).getStart())) : Optional.empty();

    return new TableRef(
        keyspace, internal(context.name(qualified ? 1 : 0).getStart()), span(context));
  }

  final TableRef typeRef(CqlSyntax.TypeNameContext context) {
    Optional<String> keyspace =
        Optional.ofNullable(context.name()).map(name -> internal(name.getStart()));
    Token name = context.getStop();
    if (name.getType() == CqlTokens.NAME && NEVER_TYPES.contains(name.getText())) {
      throw SyntaxErrors.at(name, name.getText() + " is reserved and cannot name a type");
    }

    return new TableRef(keyspace, internal(name), span(context));
  }

  /** One token is enough: every name is a single one. */
  final String internal(Token token) {
    return switch (token.getType()) {
      case CqlTokens.QUOTED_NAME, CqlTokens.EMPTY_NAME -> CqlIdentifiers.unquote(token.getText());
      default -> token.getText().toLowerCase(Locale.ROOT);
    };
  }

  final String string(CqlSyntax.StringContext context) {
    String written = context.getText();
    if (context.DOLLAR_LITERAL() != null) {
      return written.substring(2, written.length() - 2);
    }

    return written.substring(1, written.length() - 1).replace("''", "'");
  }

  final Term.Literal constant(CqlSyntax.ConstantContext context) {
    if (context.string() != null) {
      return new Term.Literal(Term.LiteralKind.STRING, string(context.string()), span(context));
    }

    Token token = context.getStart();
    Term.LiteralKind kind =
        switch (token.getType()) {
          case CqlTokens.INTEGER -> Term.LiteralKind.INTEGER;
          case CqlTokens.BOOLEAN_LITERAL -> Term.LiteralKind.BOOLEAN;
          case CqlTokens.DURATION_LITERAL -> Term.LiteralKind.DURATION;
          case CqlTokens.UUID_LITERAL -> Term.LiteralKind.UUID;
          case CqlTokens.HEX_LITERAL -> Term.LiteralKind.HEX;
          default -> Term.LiteralKind.FLOAT;
        };

    return new Term.Literal(kind, token.getText(), span(context));
  }

  final CqlType type(CqlSyntax.TypeContext context) {
    if (context instanceof CqlSyntax.NativeContext) {
      return CqlType.of(CqlType.Kind.NATIVE, context.getText().toLowerCase(Locale.ROOT), List.of());
    }

    if (context instanceof CqlSyntax.WrappedContext wrapped) {
      return wrapped(wrapped);
    }

    if (context instanceof CqlSyntax.MapContext map) {
      return CqlType.of(CqlType.Kind.MAP, "map", map.type().stream().map(this::type).toList());
    }

    if (context instanceof CqlSyntax.TupleTypeContext tuple) {
      return CqlType.of(
          CqlType.Kind.TUPLE, "tuple", tuple.type().stream().map(this::type).toList());
    }

    if (context instanceof CqlSyntax.VectorContext vector) {
      return new CqlType(
          CqlType.Kind.VECTOR,
          Optional.empty(),
          "vector",
          List.of(type(vector.type())),
          dimension(vector.INTEGER()));
    }

    if (context instanceof CqlSyntax.UserTypeContext user) {
      TableRef reference = typeRef(user.typeName());

      return new CqlType(CqlType.Kind.USER, reference.keyspace(), reference.table(), List.of(), 0);
    }

    return CqlType.of(
        CqlType.Kind.CUSTOM, string(((CqlSyntax.CustomContext) context).string()), List.of());
  }

  private CqlType wrapped(CqlSyntax.WrappedContext context) {
    CqlType argument = type(context.type());
    CqlType.Kind kind = CqlType.Kind.valueOf(context.getStart().getText().toUpperCase(Locale.ROOT));
    boolean scalar =
        argument.kind() == CqlType.Kind.NATIVE || argument.kind() == CqlType.Kind.CUSTOM;
    if (kind == CqlType.Kind.FROZEN && scalar) {
      throw SyntaxErrors.at(
          context, "frozen<> is for collections, tuples and user types only, not " + argument);
    }

    return CqlType.of(kind, kind.name().toLowerCase(Locale.ROOT), List.of(argument));
  }

  private static int dimension(TerminalNode number) {
    try {
      return Integer.parseInt(number.getText());
    } catch (NumberFormatException e) {
      throw SyntaxErrors.at(number.getSymbol(), number.getText() + " is no dimension of a vector");
    }
  }

  final CqlType nativeType(CqlSyntax.NativeTypeContext context) {
    return CqlType.of(CqlType.Kind.NATIVE, context.getText().toLowerCase(Locale.ROOT), List.of());
  }
}
