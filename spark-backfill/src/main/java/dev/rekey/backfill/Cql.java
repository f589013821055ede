package dev.rekey.backfill;

import java.util.List;
import java.util.stream.Collectors;

/** Small pieces of CQL text. */
final class Cql {

  private Cql() {}

  /** The name between quotes, so that every name means exactly itself. */
  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** The names, quoted, separated by commas. */
  static String list(List<String> names) {
    return names.stream().map(Cql::quoted).collect(Collectors.joining(", "));
  }

  /** {@code "a" = ? AND "b" = ?}. */
  static String equalities(List<String> names) {
    return names.stream().map(n -> quoted(n) + " = ?").collect(Collectors.joining(" AND "));
  }
}
