package dev.rekey.cql;

import dev.rekey.cql.grammar.CqlTokens;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.Token;

/**
 * Cuts a text of several statements, such as a schema file, into its statements. Only semicolons
 * outside of literals, comments and batches count; nothing is parsed, so a statement may be wrong
 * without hiding the ones behind it.
 */
public final class CqlScript {

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private CqlScript() {}

  /**
   * One statement: from its first word to its last (comments before and behind are left out), and
   * where in the script it starts: line and column from 1, offset from 0.
   */
  public record Statement(String text, int line, int column, int offset) {}

  /**
   * The statements in order; a byte order mark and a comment that the end of the text ends are fine
   * here.
   */
  public static List<Statement> statements(String text) {
    int shift = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    CqlTokenSource tokens = new CqlTokenSource(text.substring(shift));
    Cutter cutter = new Cutter(text, shift);
    for (Token token = tokens.nextToken();
        token.getType() != Token.EOF;
        token = tokens.nextToken()) {
      boolean read =
          token.getChannel() == Token.DEFAULT_CHANNEL
              && token.getType() != CqlTokens.OPEN_LINE_COMMENT;
      if (read) {
        cutter.add(token);
      }
    }

    return cutter.finish();
  }

  /** A batch has semicolons inside: it runs from BEGIN, as a first word, to APPLY BATCH. */
  private static final class Cutter {
    private final String text;
    private final int shift;
    private final List<Statement> statements = new ArrayList<>();
    private final List<Token> pending = new ArrayList<>();

    Cutter(String text, int shift) {
      this.text = text;
      this.shift = shift;
    }

    void add(Token token) {
      if (token.getType() != CqlTokens.SEMICOLON) {
        pending.add(token);
      } else if (insideBatch()) {
        pending.add(token);
      } else {
        cut();
      }
    }

    List<Statement> finish() {
      cut();

      return List.copyOf(statements);
    }

    private boolean insideBatch() {
      int last = pending.size() - 1;

      return last >= 0
          && pending.get(0).getType() == CqlTokens.K_BEGIN
          && !(last >= 1
              && pending.get(last).getType() == CqlTokens.K_BATCH
              && pending.get(last - 1).getType() == CqlTokens.K_APPLY);
    }

    private void cut() {
      if (!pending.isEmpty()) {
        Token first = pending.get(0);
        int start = first.getStartIndex() + shift;
        int end = pending.get(pending.size() - 1).getStopIndex() + 1 + shift;
        statements.add(
            new Statement(
                text.substring(start, end),
                first.getLine(),
                first.getCharPositionInLine() + 1,
                start));
        pending.clear();
      }
    }
  }
}
