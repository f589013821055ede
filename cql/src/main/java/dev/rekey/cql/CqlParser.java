package dev.rekey.cql;

import dev.rekey.cql.grammar.CqlSyntax;
import dev.rekey.cql.grammar.CqlTokens;
import java.util.function.Function;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/**
 * Reads one CQL statement as a server of Cassandra 3.11 to 5.0 does: what the server's own parser
 * refuses is refused here, but for a few mistakes it finds while parsing and we leave to it.
 *
 * <p>Thread-safe: every call has its own lexer and parser; what the calls share (the prediction
 * tables of the grammar) is made for sharing by the runtime. Nothing is cached here.
 */
public final class CqlParser {

  /** Deeper nesting than this is refused, so that no text can exhaust the stack. */
  static final int MAX_NESTING = 100;

  private CqlParser() {}

  /**
   * Reads a statement, any number of semicolons behind it.
   *
   * @throws CqlSyntaxException if the text is not exactly one statement
   */
  public static ParsedStatement parse(String text) {
    return read(
        text,
        CqlSyntax::request,
        request -> {
          ServerQuirks.check(request);

          return new StatementReader(text).read(request.statement());
        });
  }

  static CqlType parseType(String text) {
    return read(text, CqlSyntax::typeOnly, only -> new Names(text).type(only.type()));
  }

  private static <C, R> R read(String text, Function<CqlSyntax, C> rule, Function<C, R> reader) {
    CommonTokenStream tokens = new CommonTokenStream(new CqlTokenSource(text));
    tokens.fill();
    checkNesting(tokens);
    CqlSyntax parser = new CqlSyntax(tokens);
    parser.removeErrorListeners();

    return reader.apply(parse(parser, rule));
  }

  /**
   * The cheap prediction first. It may refuse a right text but never misreads one, so a text that
   * it refuses is read again with the full one, which also names the mistake.
   */
  private static <C> C parse(CqlSyntax parser, Function<CqlSyntax, C> rule) {
    parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
    parser.setErrorHandler(new BailErrorStrategy());
    try {
      return rule.apply(parser);
    } catch (ParseCancellationException refused) {
      parser.reset();
      parser.getInterpreter().setPredictionMode(PredictionMode.LL);
      parser.setErrorHandler(new DefaultErrorStrategy());
      parser.addErrorListener(new SyntaxErrors());

      return rule.apply(parser);
    }
  }

  private static void checkNesting(CommonTokenStream tokens) {
    int open = 0;
    int minuses = 0;
    for (Token token : tokens.getTokens()) {
      if (token.getChannel() != Token.DEFAULT_CHANNEL) {
        continue;
      }

      minuses = token.getType() == CqlTokens.MINUS ? minuses + 1 : 0;
      open += depthChange(token.getType());
      if (open + minuses > MAX_NESTING) {
        throw SyntaxErrors.at(token, "it nests deeper than " + MAX_NESTING + " levels");
      }
    }
  }

  private static int depthChange(int type) {
    return switch (type) {
      case CqlTokens.LPAREN, CqlTokens.LBRACKET, CqlTokens.LBRACE, CqlTokens.EXPR_OPEN -> 1;
      case CqlTokens.RPAREN, CqlTokens.RBRACKET, CqlTokens.RBRACE -> -1;
      default -> 0;
    };
  }
}
