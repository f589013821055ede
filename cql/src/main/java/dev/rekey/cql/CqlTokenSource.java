package dev.rekey.cql;

import dev.rekey.cql.grammar.CqlTokens;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.Pair;
import org.jspecify.annotations.Nullable;

/**
 * The lexer; takes {@code 1..} and {@code 1...}, each lexed as one, apart into a number and the
 * sign of a slice.
 */
final class CqlTokenSource extends CqlTokens {

  private static final int RANGE_LENGTH = 2;

  /** Digits of a UUID before its first dash. */
  private static final int UUID_BLOCK = 8;

  private static final int HEX_RADIX = 16;

  /** The value of the digit {@code a}. */
  private static final int HEX_LETTERS = 10;

  private @Nullable Token pending;

  CqlTokenSource(String text) {
    super(new Utf16Stream(text));
    removeErrorListeners();
  }

  @Override
  public Token nextToken() {
    if (pending != null) {
      Token token = pending;
      pending = null;

      return token;
    }

    Token token = super.nextToken();

    return switch (token.getType()) {
      case INTEGER_RANGE -> split(token, INTEGER);
      case FLOATING_RANGE -> split(token, FLOATING);
      case INTEGER, FLOATING, DURATION_LITERAL -> unlessUuid(token);
      default -> token;
    };
  }

  /** The server takes a number that a letter of hex digits follows for the start of a UUID. */
  private Token unlessUuid(Token number) {
    boolean hex =
        number.getText().matches("[0-9a-fA-F]{1," + (UUID_BLOCK - 1) + "}")
            && Character.digit(getInputStream().LA(1), HEX_RADIX) >= HEX_LETTERS;
    if (hex) {
      ((CommonToken) number).setType(UNKNOWN);
    }

    return number;
  }

  private Token split(Token both, int numberType) {
    int cut = both.getStopIndex() + 1 - RANGE_LENGTH;
    pending = part(both, RANGE, cut, both.getStopIndex());

    return part(both, numberType, both.getStartIndex(), cut - 1);
  }

  private Token part(Token whole, int type, int start, int stop) {
    CommonToken token =
        new CommonToken(
            new Pair<>(this, getInputStream()), type, Token.DEFAULT_CHANNEL, start, stop);
    token.setLine(whole.getLine());
    token.setCharPositionInLine(whole.getCharPositionInLine() + start - whole.getStartIndex());

    return token;
  }
}
