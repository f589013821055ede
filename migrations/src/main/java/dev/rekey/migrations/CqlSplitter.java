package dev.rekey.migrations;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits a script into statements at {@code ;}, but not inside {@code BEGIN … BATCH … APPLY BATCH}
 * (or a transaction), strings, quoted names and comments. Boundaries are found before placeholders
 * are filled, so no value can move them.
 */
final class CqlSplitter {
  static final int MAX_STATEMENTS = 5_000;

  private final String source;
  private final String text;
  private final Placeholders placeholders;
  private final List<String> problems;
  private final Positions positions;
  private final List<CqlStatement> statements = new ArrayList<>();
  private final List<CqlToken> current = new ArrayList<>();
  private final List<String> words = new ArrayList<>();
  private Optional<String> openBlock = Optional.empty();

  private CqlSplitter(
      String source, String text, Placeholders placeholders, List<String> problems) {
    this.source = source;
    this.text = text;
    this.placeholders = placeholders;
    this.problems = problems;
    this.positions = new Positions(source, text);
  }

  /**
   * @param source name of the file, for messages
   * @param problems receives every mistake, with line and column
   */
  static List<CqlStatement> split(
      String source, String text, Placeholders placeholders, List<String> problems) {
    return new CqlSplitter(source, text, placeholders, problems).split();
  }

  private List<CqlStatement> split() {
    for (CqlToken token : new CqlLexer(text, positions, problems).tokens()) {
      accept(token);
    }
    openBlock.ifPresent(
        end ->
            problems.add(
                "%s: %s is never closed; add the missing %s"
                    .formatted(positions.at(current.get(0).start()), "BEGIN", end)));
    finish();
    if (statements.size() > MAX_STATEMENTS) {
      problems.add(
          "%s: %d statements; the most is %d, split the file"
              .formatted(source, statements.size(), MAX_STATEMENTS));
    }
    return List.copyOf(statements);
  }

  private void accept(CqlToken token) {
    if (token.kind() == CqlToken.Kind.TERMINATOR && openBlock.isEmpty()) {
      finish();
      return;
    }
    if (current.isEmpty() && !token.significant()) {
      return;
    }
    current.add(token);
    if (token.kind() == CqlToken.Kind.WORD) {
      words.add(CqlStatement.upper(token.in(text)));
      trackBlock();
    } else if (token.significant()) {
      words.add(""); // keeps words apart that only look adjacent
    }
  }

  private void trackBlock() {
    int size = words.size();
    if (openBlock.isPresent()) {
      if (size >= 2 && (words.get(size - 2) + " " + words.get(size - 1)).equals(openBlock.get())) {
        openBlock = Optional.empty();
      }
    } else if (words.get(0).equals("BEGIN") && size <= 3) {
      switch (words.get(size - 1)) {
        case "BATCH" -> openBlock = Optional.of("APPLY BATCH");
        case "TRANSACTION" -> openBlock = Optional.of("COMMIT TRANSACTION");
        default -> {}
      }
    }
  }

  private void finish() {
    while (!current.isEmpty() && !current.get(current.size() - 1).significant()) {
      current.remove(current.size() - 1);
    }
    if (!current.isEmpty()) {
      statements.add(statement());
    }
    current.clear();
    words.clear();
    openBlock = Optional.empty();
  }

  private CqlStatement statement() {
    int start = current.get(0).start();
    int before = problems.size();
    String cql = placeholders.fill(text, current, positions, problems);
    CqlStatement statement =
        new CqlStatement(
            statements.size() + 1,
            positions.line(start),
            positions.column(start),
            cql,
            canonical(),
            words);
    if (problems.size() == before) {
      checkFilled(statement);
    }
    if (words.get(0).equals("USE")) {
      problems.add(
          "%s: USE would change the session of the caller; qualify names with ${keyspace}"
              .formatted(positions.at(start)));
    }
    return statement;
  }

  /** A value with a quote or a terminator in it must not turn one statement into something else. */
  private void checkFilled(CqlStatement statement) {
    int start = current.get(0).start();
    int end = current.get(current.size() - 1).end();
    if (statement.cql().equals(text.substring(start, end))) {
      return;
    }
    List<String> found = new ArrayList<>();
    List<CqlToken> tokens =
        new CqlLexer(statement.cql(), new Positions(source, statement.cql()), found).tokens();
    long terminators = count(tokens, CqlToken.Kind.TERMINATOR);
    boolean comments =
        count(tokens, CqlToken.Kind.COMMENT) != count(current, CqlToken.Kind.COMMENT);
    if (!found.isEmpty() || terminators != count(current, CqlToken.Kind.TERMINATOR) || comments) {
      problems.add(
          "%s: a placeholder's value holds a quote, comment or ; that breaks the statement"
              .formatted(positions.at(start)));
    }
  }

  private static long count(List<CqlToken> tokens, CqlToken.Kind kind) {
    return tokens.stream().filter(token -> token.kind() == kind).count();
  }

  private String canonical() {
    StringBuilder out = new StringBuilder();
    boolean gap = false;
    for (CqlToken token : current) {
      if (!token.significant()) {
        gap = true;
        continue;
      }
      if (gap) {
        out.append(' ');
      }
      gap = false;
      out.append(text, token.start(), token.end());
    }
    return out.toString();
  }
}
