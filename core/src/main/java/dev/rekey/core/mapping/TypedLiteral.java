package dev.rekey.core.mapping;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A literal of a rule with its CQL type: {@code 'text'}, {@code 5} (a bigint), {@code 5 as int},
 * {@code 0x00ff}, {@code true}.
 */
public final class TypedLiteral {
  private static final Pattern AS =
      Pattern.compile("(?is)(.*)\\s+as\\s+(ascii|text|tinyint|smallint|int|bigint|blob|boolean)");

  private final String text;
  private final String type;
  private final byte[] bytes;

  private TypedLiteral(String text, String type, byte[] bytes) {
    this.text = text;
    this.type = type;
    this.bytes = bytes;
  }

  /**
   * Reads a literal.
   *
   * @throws IllegalArgumentException if it is none of the forms above or does not fit its type
   */
  public static TypedLiteral parse(String literal) {
    String text = requireNonNull(literal, "literal is null").strip();
    Matcher as = AS.matcher(text);
    String value = as.matches() ? as.group(1).strip() : text;
    String type = as.matches() ? as.group(2).toLowerCase(Locale.ROOT) : impliedType(value);
    return new TypedLiteral(text, type, encode(value, type));
  }

  /** The literal as it was written. */
  public String text() {
    return text;
  }

  /** Its CQL type. */
  public String type() {
    return type;
  }

  /** A fresh buffer of its protocol bytes. */
  public ByteBuffer bytes() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TypedLiteral that && text.equals(that.text) && type.equals(that.type);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }

  private static String impliedType(String value) {
    if (value.startsWith("'")) {
      return "text";
    }
    if (value.startsWith("0x") || value.startsWith("0X")) {
      return "blob";
    }
    if (value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false")) {
      return "boolean";
    }
    return "bigint";
  }

  private static byte[] encode(String value, String type) {
    try {
      return switch (type) {
        case "ascii" -> unquote(value).getBytes(StandardCharsets.US_ASCII);
        case "text" -> unquote(value).getBytes(StandardCharsets.UTF_8);
        case "tinyint" -> new byte[] {Byte.parseByte(value)};
        case "smallint" -> ByteBuffer.allocate(2).putShort(Short.parseShort(value)).array();
        case "int" -> ByteBuffer.allocate(4).putInt(Integer.parseInt(value)).array();
        case "bigint" -> ByteBuffer.allocate(8).putLong(Long.parseLong(value)).array();
        case "blob" -> java.util.HexFormat.of().parseHex(value.substring(2));
        case "boolean" -> new byte[] {(byte) (value.equalsIgnoreCase("true") ? 1 : 0)};
        default -> throw new IllegalArgumentException("type " + type + " is not supported");
      };
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Cannot read literal %s as %s: %s".formatted(value, type, e.getMessage()), e);
    }
  }

  private static String unquote(String value) {
    if (value.length() < 2 || !value.startsWith("'") || !value.endsWith("'")) {
      throw new IllegalArgumentException("a text must stand between single quotes");
    }
    return value.substring(1, value.length() - 1).replace("''", "'");
  }
}
