package dev.rekey.cql.route;

import dev.rekey.cql.LiteralException;
import dev.rekey.cql.Literals;
import dev.rekey.cql.Span;
import dev.rekey.cql.Term;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Key values between JSON and the server's bytes. The server reads JSON leniently (numbers from
 * strings, several date formats); what is not certain to be read the same way here is refused.
 */
final class JsonScalars {
  private static final Set<String> WRITABLE =
      Set.of(
          "tinyint", "smallint", "int", "bigint", "date", "timestamp", "text", "varchar", "ascii");

  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** CQL dates count days from -5877641-06-23. */
  private static final long DATE_EPOCH = 1L << 31;

  private JsonScalars() {}

  /**
   * The bytes of a key value; empty for {@code null}.
   *
   * @throws UnroutableException if they are not certain
   */
  static Optional<ByteBuffer> toBytes(String json, String column, String type) {
    if (json.equals("null")) {
      return Optional.empty();
    }
    Optional<Term.Literal> literal = literal(json, type.toLowerCase(Locale.ROOT));
    try {
      if (literal.isPresent()) {
        return Literals.toBytes(literal.get(), type);
      }
    } catch (LiteralException e) {
      // refused below, with the column
    }
    throw new UnroutableException(
        RefusalCode.LITERAL,
        "the JSON value %s of key column %s cannot be computed in the client"
            .formatted(json, column),
        "write it in its plainest form (timestamps with their zone), or name the columns: INSERT"
            + " INTO … (…) VALUES (…)");
  }

  private static Optional<Term.Literal> literal(String json, String type) {
    boolean string = json.startsWith("\"");
    String text = string ? JsonRow.unescaped(json) : json;
    return switch (type) {
      case "text", "varchar", "ascii", "date", "time", "inet" ->
          literal(string, Term.LiteralKind.STRING, text);
      case "timestamp" ->
          string
              ? literal(true, Term.LiteralKind.STRING, text)
              : literal(isInteger(text), Term.LiteralKind.INTEGER, text);
      case "tinyint", "smallint", "int", "bigint", "varint" ->
          literal(!string && isInteger(text), Term.LiteralKind.INTEGER, text);
      case "boolean" ->
          literal(text.equals("true") || text.equals("false"), Term.LiteralKind.BOOLEAN, text);
      case "uuid", "timeuuid" -> literal(string, Term.LiteralKind.UUID, text);
      case "blob" -> literal(string && text.startsWith("0x"), Term.LiteralKind.HEX, text);
      default -> Optional.empty();
    };
  }

  private static boolean isInteger(String text) {
    return text.matches("-?\\d{1,19}");
  }

  private static Optional<Term.Literal> literal(
      boolean possible, Term.LiteralKind kind, String text) {
    return possible ? Optional.of(new Term.Literal(kind, text, new Span(0, 0))) : Optional.empty();
  }

  /** Whether {@link #toJson} knows the type of a computed column. */
  static boolean isWritable(String type) {
    return WRITABLE.contains(type.toLowerCase(Locale.ROOT));
  }

  /**
   * A computed value in the form of JSON that every version reads as exactly that value.
   *
   * @throws UnroutableException for years that have no four digits
   */
  static String toJson(ByteBuffer bytes, String type) {
    int at = bytes.position();
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "tinyint" -> String.valueOf(bytes.get(at));
      case "smallint" -> String.valueOf(bytes.getShort(at));
      case "int" -> String.valueOf(bytes.getInt(at));
      case "bigint" -> String.valueOf(bytes.getLong(at));
      case "date" -> date(Integer.toUnsignedLong(bytes.getInt(at)) - DATE_EPOCH);
      case "timestamp" -> timestamp(Instant.ofEpochMilli(bytes.getLong(at)));
      default -> JsonRow.quoted(StandardCharsets.UTF_8.decode(bytes.duplicate()).toString());
    };
  }

  private static String date(long days) {
    LocalDate date = LocalDate.ofEpochDay(days);
    requireFourDigits(date.getYear());
    return JsonRow.quoted(date.toString());
  }

  private static String timestamp(Instant instant) {
    requireFourDigits(instant.atZone(ZoneOffset.UTC).getYear());
    return JsonRow.quoted(TIMESTAMP.format(instant));
  }

  private static void requireFourDigits(int year) {
    if (year < 1 || year > 9_999) {
      throw new UnroutableException(
          RefusalCode.INSERT_JSON,
          "the year %d of its key cannot be written as JSON".formatted(year),
          "name the columns: INSERT INTO … (…) VALUES (…)");
    }
  }
}
