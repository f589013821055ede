package dev.rekey.testkit.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Takes a case file apart at semicolons that stand for themselves. */
final class CaseStatements {
  private final String text;
  private final List<String> statements = new ArrayList<>();
  private final StringBuilder current = new StringBuilder();

  CaseStatements(String text) {
    this.text = text;
  }

  List<String> all() {
    int at = 0;
    while (at < text.length()) {
      at = next(at);
    }
    finish();
    return List.copyOf(statements);
  }

  /** Takes one comment, literal or character; where the next one begins. */
  private int next(int at) {
    if (text.startsWith("--", at) || text.startsWith("//", at)) {
      return past("\n", at);
    }
    if (text.startsWith("/*", at)) {
      return past("*/", at + 2);
    }
    if (text.startsWith("$$", at)) {
      return take(at, past("$$", at + 2));
    }
    char c = text.charAt(at);
    if (c == '\'' || c == '"') {
      return take(at, past(String.valueOf(c), at + 1));
    }
    if (c == ';' && !isInBatch()) {
      finish();
      return at + 1;
    }
    return take(at, at + 1);
  }

  private int past(String end, int from) {
    int found = text.indexOf(end, from);
    return found < 0 ? text.length() : found + end.length();
  }

  private int take(int from, int to) {
    current.append(text, from, to);
    return to;
  }

  private boolean isInBatch() {
    String begun = current.toString().strip().toUpperCase(Locale.ROOT);
    return begun.startsWith("BEGIN") && !begun.endsWith("APPLY BATCH");
  }

  private void finish() {
    String statement = current.toString().strip();
    if (!statement.isEmpty()) {
      statements.add(statement);
    }
    current.setLength(0);
  }
}
