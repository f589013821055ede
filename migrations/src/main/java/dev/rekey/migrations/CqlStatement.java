package dev.rekey.migrations;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One statement of a script.
 *
 * @param number from 1 in its file
 * @param line where it begins, from 1
 * @param column where it begins, from 1
 * @param cql text to send: placeholders filled, without the terminator
 * @param canonical text before filling, without comments and with white space collapsed: its
 *     identity, which comments, layout and placeholder values do not change
 * @param words its bare words in order, upper case
 */
record CqlStatement(
    int number, int line, int column, String cql, String canonical, List<String> words) {

  private static final Set<String> SCHEMA_VERBS = Set.of("CREATE", "ALTER", "DROP");
  // Anything that looks like a function call behind VALUES: it may be another value next time.
  private static final Pattern CALL_IN_VALUES =
      Pattern.compile("(?is)\\bVALUES\\s*\\(.*\\w\\s*\\(");

  CqlStatement {
    words = List.copyOf(words);
  }

  /** Whether it changes the schema, so that the nodes must agree again before the next one. */
  boolean changesSchema() {
    return SCHEMA_VERBS.contains(word(0));
  }

  /**
   * Whether running it twice surely does what running it once does, so that an unknown outcome may
   * be answered by running it again. Cautious: false when in doubt.
   */
  boolean repeatable() {
    return switch (word(0)) {
      case "CREATE" -> contains("IF", "NOT", "EXISTS") || contains("OR", "REPLACE");
      case "DROP" -> contains("IF", "EXISTS");
      case "ALTER" -> contains("IF", "NOT", "EXISTS") || word(1).equals("KEYSPACE");
      case "INSERT" -> !contains("IF") && !CALL_IN_VALUES.matcher(canonical).find();
      case "DELETE" -> !contains("IF") && canonical.indexOf('[') < 0;
      case "GRANT", "REVOKE", "TRUNCATE" -> true;
      default -> false;
    };
  }

  private String word(int index) {
    return index < words.size() ? words.get(index) : "";
  }

  private boolean contains(String... sequence) {
    return Collections.indexOfSubList(words, List.of(sequence)) >= 0;
  }

  /** The beginning of the text on one line, for messages. */
  String excerpt() {
    int limit = 120;
    return canonical.length() <= limit ? canonical : canonical.substring(0, limit) + "…";
  }

  static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
