package dev.rekey.core.mapping;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A CQL type taken apart into its name and parameters, for example {@code frozen<map<text, int>>}.
 *
 * @param name lower-case for native types and collections, as written for user types
 * @param parameters the types between the angle brackets, in order
 */
public record CqlType(String name, List<String> parameters) {
  private static final Set<String> COLLECTIONS = Set.of("list", "set", "map");
  private static final Set<String> SINGLE_CELL =
      Set.of(
          "ascii",
          "bigint",
          "blob",
          "boolean",
          "counter",
          "date",
          "decimal",
          "double",
          "duration",
          "float",
          "frozen",
          "inet",
          "int",
          "smallint",
          "text",
          "time",
          "timestamp",
          "timeuuid",
          "tinyint",
          "tuple",
          "uuid",
          "varchar",
          "varint",
          "vector");

  public CqlType {
    requireNonNull(name, "name is null");
    parameters = List.copyOf(parameters);
  }

  /**
   * Takes a type apart.
   *
   * @throws IllegalArgumentException if the angle brackets do not match
   */
  public static CqlType parse(String type) {
    String text = type.strip();
    int open = text.indexOf('<');
    if (open < 0) {
      return new CqlType(normalised(text), List.of());
    }
    if (!text.endsWith(">")) {
      throw new IllegalArgumentException(
          "Cannot read CQL type '%s': '<' is not closed".formatted(type));
    }
    return new CqlType(
        normalised(text.substring(0, open)), split(text.substring(open + 1, text.length() - 1)));
  }

  /** Whether values are stored as several cells: non-frozen collections and user types. */
  public boolean isMultiCell() {
    return isNonFrozenCollection() || isUserType();
  }

  /** Whether this is a list, set or map that is not frozen. */
  public boolean isNonFrozenCollection() {
    return COLLECTIONS.contains(name);
  }

  /** Whether this is a user-defined type that is not frozen. */
  public boolean isUserType() {
    return !COLLECTIONS.contains(name) && !SINGLE_CELL.contains(name) && !name.startsWith("'");
  }

  /** Whether two spellings mean one type: {@code varchar} is {@code text}, spaces do not count. */
  public static boolean same(String left, String right) {
    return canonical(left).equals(canonical(right));
  }

  private static String canonical(String type) {
    return type.replaceAll("\\s+", "").replaceAll("\\bvarchar\\b", "text");
  }

  private static String normalised(String name) {
    String stripped = name.strip();
    String lower = stripped.toLowerCase(java.util.Locale.ROOT);
    return COLLECTIONS.contains(lower) || SINGLE_CELL.contains(lower) ? lower : stripped;
  }

  private static List<String> split(String parameters) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < parameters.length(); i++) {
      char c = parameters.charAt(i);
      if (c == '<') {
        depth++;
      } else if (c == '>') {
        depth--;
      } else if (c == ',' && depth == 0) {
        parts.add(parameters.substring(start, i).strip());
        start = i + 1;
      }
    }
    parts.add(parameters.substring(start).strip());
    return parts;
  }
}
