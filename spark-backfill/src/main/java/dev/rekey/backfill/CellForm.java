package dev.rekey.backfill;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** How the value of a column is laid out in cells, which decides how it can be copied exactly. */
enum CellForm {
  /** One cell: native types, tuples, vectors and everything frozen. */
  ATOMIC,
  /** One cell per element, named by the element: written with {@code c = c + ?}. */
  SET,
  /** One cell per entry, named by the key: written with {@code c = c + ?}. */
  MAP,
  /** One cell per field: written with {@code c.field = ?}. */
  USER_TYPE,
  /** One cell per element, named by a time the client cannot read or write. */
  LIST,
  /** Increments, which have no value that could be copied. */
  COUNTER;

  private static final Set<String> NATIVE =
      Set.of(
          "ascii",
          "bigint",
          "blob",
          "boolean",
          "date",
          "decimal",
          "double",
          "duration",
          "float",
          "inet",
          "int",
          "smallint",
          "text",
          "time",
          "timestamp",
          "timeuuid",
          "tinyint",
          "uuid",
          "varchar",
          "varint");

  /** The form of a column of the given CQL type, as the schema tables spell it. */
  static CellForm of(String cqlType) {
    String type = cqlType.trim();
    String lower = type.toLowerCase(Locale.ROOT);
    if (NATIVE.contains(lower)
        || lower.startsWith("frozen<")
        || lower.startsWith("tuple<")
        || lower.startsWith("vector<")
        || lower.startsWith("'")) {
      return ATOMIC;
    }
    return collection(lower).orElse(USER_TYPE);
  }

  private static Optional<CellForm> collection(String lower) {
    if (lower.startsWith("set<")) {
      return Optional.of(SET);
    }
    if (lower.startsWith("map<")) {
      return Optional.of(MAP);
    }
    if (lower.startsWith("list<")) {
      return Optional.of(LIST);
    }
    return lower.equals("counter") ? Optional.of(COUNTER) : Optional.empty();
  }
}
