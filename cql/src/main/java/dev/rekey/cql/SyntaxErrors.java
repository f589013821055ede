package dev.rekey.cql;

import dev.rekey.cql.grammar.CqlSyntax;
import dev.rekey.cql.grammar.CqlTokens;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;

/** Makes the exception of the first mistake, in words for a person. */
final class SyntaxErrors extends BaseErrorListener {

  private static final int MOST_EXPECTATIONS = 8;
  private static final int MOST_CHARACTERS = 40;

  @Override
  public void syntaxError(
      Recognizer<?, ?> recognizer,
      Object offendingSymbol,
      int line,
      int charPositionInLine,
      String message,
      RecognitionException e) {
    Token found = (Token) offendingSymbol;
    String expected = recognizer instanceof Parser parser ? expected(parser) : "";
    throw at(found, "found " + describe(found) + expected);
  }

  static CqlSyntaxException at(ParserRuleContext context, String reason) {
    return at(context.getStart(), reason);
  }

  static CqlSyntaxException at(Token token, String reason) {
    return new CqlSyntaxException(token.getLine(), token.getCharPositionInLine() + 1, reason);
  }

  private static String describe(Token token) {
    String text = token.getText();

    return switch (token.getType()) {
      case Token.EOF -> "the end of the text";
      case CqlTokens.OPEN_LINE_COMMENT ->
          "a comment that no line break ends (the server refuses it)";
      case CqlTokens.OPEN_BLOCK_COMMENT -> "a comment that no */ ends";
      case CqlTokens.UNKNOWN ->
          text.equals("'") || text.equals("\"") || text.equals("$")
              ? "an opening " + text + " that is never closed"
              : "the character " + text;
      default ->
          text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "...";
    };
  }

  private static String expected(Parser parser) {
    IntervalSet tokens = parser.getExpectedTokens();
    List<String> names = new ArrayList<>();
    boolean anyName = tokens.contains(CqlTokens.NAME);
    if (anyName) {
      names.add("a name");
    }

    for (int token : tokens.toList()) {
      String display = CqlSyntax.VOCABULARY.getDisplayName(token);
      String name = display.replace("K_", "");
      boolean partOfAnyName =
          anyName && (display.matches("'[A-Z_]+'|K_[A-Z]+") || token == CqlTokens.QUOTED_NAME);
      if (token != CqlTokens.NAME && !partOfAnyName) {
        names.add(token == Token.EOF ? "the end" : name);
      }
    }

    if (names.isEmpty()) {
      return "";
    }

    boolean cut = names.size() > MOST_EXPECTATIONS;
    String list = String.join(", ", cut ? names.subList(0, MOST_EXPECTATIONS) : names);

    return ", expected " + (names.size() > 1 ? "one of " : "") + list + (cut ? ", ..." : "");
  }
}
