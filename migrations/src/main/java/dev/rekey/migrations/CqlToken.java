package dev.rekey.migrations;

/** A piece of a script: {@code [start, end)} in its text. */
record CqlToken(Kind kind, int start, int end) {
  enum Kind {
    SPACE,
    COMMENT,
    WORD,
    STRING,
    DOLLAR_STRING,
    QUOTED_NAME,
    PLACEHOLDER,
    TERMINATOR,
    OTHER
  }

  boolean significant() {
    return kind != Kind.SPACE && kind != Kind.COMMENT;
  }

  String in(String text) {
    return text.substring(start, end);
  }
}
