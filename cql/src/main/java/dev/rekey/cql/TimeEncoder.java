package dev.rekey.cql;

import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Encodes timestamp, date and time constants, written as text or as integers. The empty text is the
 * empty timestamp. Texts the server reads leniently (30 February, 24:00) or by its clock ('now')
 * are refused.
 */
final class TimeEncoder {

  private static final Pattern INTEGER = Pattern.compile("-?\\d+");
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "(\\d{4})-(\\d{1,2})-(\\d{1,2})"
              + "(?:[ T](\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d{1,9}))?)?)?"
              + "(?: ?(Z|[+-]\\d{2}(?::?\\d{2})?)| (UTC|GMT))?");
  private static final Pattern DATE =
      Pattern.compile("(\\d{4}|-\\d{4}|[+-]\\d{5,9})-(\\d{2})-(\\d{2})");
  private static final Pattern TIME =
      Pattern.compile("(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,9}))?");

  /** A date without a time needs all its digits. */
  private static final int FULL_DATE = "yyyy-mm-dd".length();

  private static final long EPOCH_DAY = 1L << 31;
  private static final long MOST_DAYS = (1L << 32) - 1;

  private TimeEncoder() {}

  static ByteBuffer encode(Term.Literal literal, CqlType type, Optional<ZoneId> serverZone) {
    return switch (type.name()) {
      case "timestamp" ->
          literal.text().isEmpty()
              ? ByteBuffer.allocate(0)
              : putLong(timestamp(literal, type, serverZone));
      case "date" -> ByteBuffer.allocate(4).putInt((int) date(literal, type)).flip();
      default -> putLong(time(literal, type));
    };
  }

  private static ByteBuffer putLong(long value) {
    return ByteBuffer.allocate(8).putLong(value).flip();
  }

  private static long timestamp(Term.Literal literal, CqlType type, Optional<ZoneId> serverZone) {
    String text = literal.text();
    if (INTEGER.matcher(text).matches()) {
      return Long.parseLong(text);
    }

    Matcher parts = TIMESTAMP.matcher(text);
    boolean readable = parts.matches() && (parts.group(4) != null || parts.end(3) == FULL_DATE);
    if (!readable) {
      throw new LiteralException(literal, type, "it is no timestamp we can read");
    }

    Optional<ZoneId> zone = zone(parts).or(() -> serverZone);
    if (zone.isEmpty()) {
      throw new LiteralException(
          literal,
          type,
          "it names no time zone, so the server's own decides; add one, such as +0000");
    }

    LocalDateTime local =
        LocalDateTime.of(
            LocalDate.of(number(parts, 1), number(parts, 2), number(parts, 3)),
            LocalTime.of(
                number(parts, 4), number(parts, 5), number(parts, 6), nanos(parts.group(7))));

    return local.atZone(zone.get()).toInstant().toEpochMilli();
  }

  private static Optional<ZoneId> zone(Matcher parts) {
    if (parts.group(8) != null) {
      return Optional.of(
          parts.group(8).equals("Z") ? ZoneOffset.UTC : ZoneOffset.of(parts.group(8)));
    }

    return parts.group(9) != null ? Optional.of(ZoneOffset.UTC) : Optional.empty();
  }

  /** Days, with the epoch in the middle of an unsigned 32-bit range. */
  private static long date(Term.Literal literal, CqlType type) {
    String text = literal.text();
    long days;
    if (INTEGER.matcher(text).matches()) {
      days = Long.parseLong(text);
    } else {
      Matcher parts = DATE.matcher(text);
      if (!parts.matches()) {
        throw new LiteralException(literal, type, "it is no date (yyyy-mm-dd)");
      }

      LocalDate date = LocalDate.of(number(parts, 1), number(parts, 2), number(parts, 3));
      days = ChronoUnit.DAYS.between(LocalDate.EPOCH, date) + EPOCH_DAY;
    }

    if (days < 0 || days > MOST_DAYS) {
      throw new DateTimeException("out of range");
    }

    return days;
  }

  /** Nanoseconds of the day. */
  private static long time(Term.Literal literal, CqlType type) {
    String text = literal.text();
    if (INTEGER.matcher(text).matches()) {
      return LocalTime.ofNanoOfDay(Long.parseLong(text)).toNanoOfDay();
    }

    Matcher parts = TIME.matcher(text);
    if (!parts.matches()) {
      throw new LiteralException(literal, type, "it is no time (hh:mm:ss[.fffffffff])");
    }

    return LocalTime.of(number(parts, 1), number(parts, 2), number(parts, 3), nanos(parts.group(4)))
        .toNanoOfDay();
  }

  private static int number(Matcher parts, int group) {
    String digits = parts.group(group);

    return digits == null ? 0 : Integer.parseInt(digits);
  }

  private static int nanos(@Nullable String fraction) {
    return fraction == null ? 0 : Integer.parseInt((fraction + "000000000").substring(0, 9));
  }
}
