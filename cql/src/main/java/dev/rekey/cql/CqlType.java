package dev.rekey.cql;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A type as it is declared. {@code name} is the internal name of a native or user type ({@code
 * varchar} stays as written), the Java class of a custom one, else the word of the kind; {@code
 * dimension} is 0 but for vectors.
 */
public record CqlType(
    Kind kind, Optional<String> keyspace, String name, List<CqlType> arguments, int dimension) {

  /** The shapes a type can have. */
  public enum Kind {
    NATIVE,
    LIST,
    SET,
    MAP,
    TUPLE,
    VECTOR,
    FROZEN,
    USER,
    CUSTOM
  }

  public CqlType {
    requireNonNull(kind, "kind is null");
    requireNonNull(keyspace, "keyspace is null");
    requireNonNull(name, "name is null");
    arguments = List.copyOf(arguments);
  }

  /**
   * Reads a type as CQL writes it, such as {@code frozen<map<text, int>>}.
   *
   * @throws CqlSyntaxException if it is none
   */
  public static CqlType parse(String text) {
    return CqlParser.parseType(text);
  }

  static CqlType of(Kind kind, String name, List<CqlType> arguments) {
    return new CqlType(kind, Optional.empty(), name, arguments, 0);
  }

  /** This without the outermost {@code frozen<>}. */
  public CqlType unfrozen() {
    return kind == Kind.FROZEN ? arguments.get(0).unfrozen() : this;
  }

  /** The CQL of it: words in lower case, one space after a comma, names quoted where needed. */
  @Override
  public String toString() {
    return switch (kind) {
      case NATIVE -> name;
      case USER ->
          keyspace.map(ks -> CqlIdentifiers.quoteIfNeeded(ks) + ".").orElse("")
              + CqlIdentifiers.quoteTypeIfNeeded(name);
      case CUSTOM -> "'" + name.replace("'", "''") + "'";
      case VECTOR -> "vector<" + arguments.get(0) + ", " + dimension + ">";
      case LIST, SET, MAP, TUPLE, FROZEN ->
          name
              + arguments.stream()
                  .map(CqlType::toString)
                  .collect(Collectors.joining(", ", "<", ">"));
    };
  }
}
