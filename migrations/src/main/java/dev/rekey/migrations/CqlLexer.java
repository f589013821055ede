package dev.rekey.migrations;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a script into tokens by the rules of Cassandra's own lexer: line comments ({@code --},
 * {@code //}) end at LF or CR; block comments do not nest; strings and quoted names know only the
 * doubled quote; {@code $$} ends at the next {@code $$}; white space is space, tab, LF and CR,
 * nothing else.
 */
final class CqlLexer {
  private final String text;
  private final Positions positions;
  private final List<CqlToken> tokens = new ArrayList<>();
  private final List<String> problems;
  private int at;

  CqlLexer(String text, Positions positions, List<String> problems) {
    this.text = text;
    this.positions = positions;
    this.problems = problems;
  }

  /** All tokens in order, covering the text without a gap; mistakes go to the problems. */
  List<CqlToken> tokens() {
    while (at < text.length()) {
      next();
    }
    return tokens;
  }

  private void next() {
    char c = text.charAt(at);
    if (isSpace(c)) {
      add(CqlToken.Kind.SPACE, end(CqlLexer::isSpace));
    } else if (text.startsWith("--", at) || text.startsWith("//", at)) {
      add(CqlToken.Kind.COMMENT, end(ch -> ch != '\n' && ch != '\r'));
    } else if (text.startsWith("/*", at)) {
      delimited(CqlToken.Kind.COMMENT, "/*", "*/", "comment opened by /*");
    } else if (c == '\'') {
      quoted(CqlToken.Kind.STRING, '\'', "string opened by '");
    } else if (c == '"') {
      quoted(CqlToken.Kind.QUOTED_NAME, '"', "quoted name opened by \"");
    } else if (text.startsWith("$$", at)) {
      delimited(CqlToken.Kind.DOLLAR_STRING, "$$", "$$", "string opened by $$");
    } else if (c == '$' && Placeholders.lengthAt(text, at) > 0) {
      add(CqlToken.Kind.PLACEHOLDER, at + Placeholders.lengthAt(text, at));
    } else if (isWord(c)) {
      add(CqlToken.Kind.WORD, end(CqlLexer::isWord));
    } else {
      refuseOddSpace(c);
      add(c == ';' ? CqlToken.Kind.TERMINATOR : CqlToken.Kind.OTHER, at + 1);
    }
  }

  private void delimited(CqlToken.Kind kind, String open, String close, String what) {
    int found = text.indexOf(close, at + open.length());
    if (found < 0) {
      problems.add(
          "%s: %s is never closed; add the missing %s".formatted(positions.at(at), what, close));
    }
    add(kind, found < 0 ? text.length() : found + close.length());
  }

  private void quoted(CqlToken.Kind kind, char quote, String what) {
    int i = at + 1;
    while (i < text.length()) {
      if (text.charAt(i) != quote) {
        i++;
      } else if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
        i += 2;
      } else {
        add(kind, i + 1);
        return;
      }
    }
    problems.add(
        "%s: %s is never closed; add the missing %s, or double a quote inside it"
            .formatted(positions.at(at), what, quote));
    add(kind, text.length());
  }

  /** Characters that look like white space and that the server refuses with a riddle. */
  private void refuseOddSpace(char c) {
    if (Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF') {
      problems.add(
          "%s: character U+%04X is no white space for Cassandra; replace it by a space"
              .formatted(positions.at(at), (int) c));
    }
  }

  private int end(CharTest test) {
    int i = at;
    while (i < text.length() && test.accepts(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private void add(CqlToken.Kind kind, int end) {
    tokens.add(new CqlToken(kind, at, end));
    at = end;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private interface CharTest {
    boolean accepts(char c);
  }
}
