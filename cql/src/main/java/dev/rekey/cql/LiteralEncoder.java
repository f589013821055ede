package dev.rekey.cql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/** Encodes constants of native types; leaves compound ones to {@link CompoundEncoder}. */
final class LiteralEncoder {

  private static final Pattern IP_V4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IP_V6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  /** Longest number read: keeps a text such as 1e999999999 from filling the memory. */
  private static final int MOST_DIGITS = 10_000;

  private final Optional<ZoneId> serverZone;

  LiteralEncoder(Optional<ZoneId> serverZone) {
    this.serverZone = serverZone;
  }

  Optional<ByteBuffer> encode(Term term, CqlType type) {
    if (term instanceof Term.Null) {
      return Optional.empty();
    } else if (term instanceof Term.TypeHint hint) {
      if (!hint.type().unfrozen().equals(type.unfrozen())) {
        throw new LiteralException(term, type, "its type hint says " + hint.type());
      }

      return encode(hint.operand(), type);
    }

    CqlType plain = type.unfrozen();
    if (plain.kind() != CqlType.Kind.NATIVE) {
      return Optional.of(new CompoundEncoder(this).encode(term, plain));
    } else if (term instanceof Term.Literal literal) {
      return Optional.of(inRange(literal, plain));
    }

    throw new LiteralException(term, type, "it is no constant");
  }

  private ByteBuffer inRange(Term.Literal literal, CqlType type) {
    try {
      return bytes(literal, type);
    } catch (NumberFormatException | DateTimeException e) {
      throw new LiteralException(literal, type, "it is out of range or malformed");
    }
  }

  private ByteBuffer bytes(Term.Literal literal, CqlType type) {
    String text = literal.text();

    return switch (type.name()) {
      case "ascii" -> ascii(need(literal, type, Term.LiteralKind.STRING), type);
      case "text", "varchar" -> utf8(need(literal, type, Term.LiteralKind.STRING), type);
      case "blob" -> blob(need(literal, type, Term.LiteralKind.HEX), type);
      case "boolean" -> {
        need(literal, type, Term.LiteralKind.BOOLEAN);
        yield ByteBuffer.wrap(new byte[] {(byte) (Boolean.parseBoolean(text) ? 1 : 0)});
      }
      case "inet" -> inet(need(literal, type, Term.LiteralKind.STRING), type);
      case "uuid" -> uuid(need(literal, type, Term.LiteralKind.UUID));
      case "timeuuid" -> timeuuid(need(literal, type, Term.LiteralKind.UUID), type);
      case "timestamp", "date", "time" ->
          TimeEncoder.encode(
              need(literal, type, Term.LiteralKind.STRING, Term.LiteralKind.INTEGER),
              type,
              serverZone);
      case "decimal", "double", "float" ->
          fraction(need(literal, type, Term.LiteralKind.FLOAT, Term.LiteralKind.INTEGER), type);
      case "tinyint", "smallint", "int", "bigint", "counter", "varint" ->
          integer(need(literal, type, Term.LiteralKind.INTEGER), type);
      default -> throw new LiteralException(literal, type, "the type is not supported here");
    };
  }

  private static Term.Literal need(
      Term.Literal literal, CqlType type, Term.LiteralKind first, Term.LiteralKind... rest) {
    Set<Term.LiteralKind> allowed = EnumSet.of(first, rest);
    if (!allowed.contains(literal.kind())) {
      throw new LiteralException(literal, type, "the server takes only " + allowed);
    }

    return literal;
  }

  private static ByteBuffer ascii(Term.Literal literal, CqlType type) {
    if (literal.text().chars().anyMatch(c -> c > 0x7F)) {
      throw new LiteralException(literal, type, "it is not ASCII");
    }

    return ByteBuffer.wrap(literal.text().getBytes(StandardCharsets.US_ASCII));
  }

  /** A lone surrogate has no UTF-8: what a driver would send for it is not for us to guess. */
  private static ByteBuffer utf8(Term.Literal literal, CqlType type) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(literal.text())).slice();
    } catch (CharacterCodingException e) {
      throw new LiteralException(literal, type, "it is not valid UTF-16");
    }
  }

  private static ByteBuffer blob(Term.Literal literal, CqlType type) {
    String digits = literal.text().substring(2);
    if (digits.length() % 2 != 0) {
      throw new LiteralException(literal, type, "it has an odd number of digits");
    }

    return ByteBuffer.wrap(HexFormat.of().parseHex(digits));
  }

  /**
   * The empty text is the empty value. Addresses only: a host name would be asked of a name server,
   * here another one than there.
   */
  private static ByteBuffer inet(Term.Literal literal, CqlType type) {
    String text = literal.text();
    if (text.isEmpty()) {
      return ByteBuffer.allocate(0);
    }

    boolean address = IP_V4.matcher(text).matches() || IP_V6.matcher(text).matches();
    if (!address) {
      throw new LiteralException(literal, type, "it is no IP address");
    }

    try {
      return ByteBuffer.wrap(InetAddress.getByName(text).getAddress());
    } catch (UnknownHostException e) {
      throw new LiteralException(literal, type, "it is no IP address");
    }
  }

  private static ByteBuffer uuid(Term.Literal literal) {
    UUID uuid = UUID.fromString(literal.text());

    return ByteBuffer.allocate(16)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .flip();
  }

  private static ByteBuffer timeuuid(Term.Literal literal, CqlType type) {
    if (UUID.fromString(literal.text()).version() != 1) {
      throw new LiteralException(literal, type, "it is no version 1 UUID");
    }

    return uuid(literal);
  }

  private static ByteBuffer integer(Term.Literal literal, CqlType type) {
    String text = bounded(literal, type);

    return switch (type.name()) {
      case "tinyint" -> ByteBuffer.allocate(1).put(Byte.parseByte(text)).flip();
      case "smallint" -> ByteBuffer.allocate(2).putShort(Short.parseShort(text)).flip();
      case "int" -> ByteBuffer.allocate(4).putInt(Integer.parseInt(text)).flip();
      case "varint" -> ByteBuffer.wrap(new BigInteger(text).toByteArray());
      default -> ByteBuffer.allocate(8).putLong(Long.parseLong(text)).flip();
    };
  }

  private static ByteBuffer fraction(Term.Literal literal, CqlType type) {
    String text = bounded(literal, type);

    return switch (type.name()) {
      case "float" -> ByteBuffer.allocate(4).putFloat(Float.parseFloat(canonical(text))).flip();
      case "double" -> ByteBuffer.allocate(8).putDouble(Double.parseDouble(canonical(text))).flip();
      default -> {
        BigDecimal value = new BigDecimal(text);
        byte[] unscaled = value.unscaledValue().toByteArray();
        yield ByteBuffer.allocate(4 + unscaled.length).putInt(value.scale()).put(unscaled).flip();
      }
    };
  }

  /** NaN and infinity are written in any case, and -NaN is NaN to the server. */
  private static String canonical(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "nan", "-nan" -> "NaN";
      case "infinity" -> "Infinity";
      case "-infinity" -> "-Infinity";
      default -> text;
    };
  }

  private static String bounded(Term.Literal literal, CqlType type) {
    if (literal.text().length() > MOST_DIGITS) {
      throw new LiteralException(literal, type, "it has more than " + MOST_DIGITS + " digits");
    }

    return literal.text();
  }
}
