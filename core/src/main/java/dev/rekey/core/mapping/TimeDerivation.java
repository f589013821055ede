package dev.rekey.core.mapping;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A UTC time bucket of a timestamp or timeuuid column: {@code date(ts)} gives a date, {@code
 * hour(ts)}, {@code month(ts)} and {@code bucket(ts, 10m)} give the timestamp at which the bucket
 * begins.
 *
 * @param unit what a bucket is
 * @param width width of a bucket for {@link Unit#BUCKET}, a whole number of seconds; zero otherwise
 */
public record TimeDerivation(Unit unit, String column, Duration width)
    implements Derivation, Derivation.Monotone {
  /** What a bucket is. */
  public enum Unit {
    DATE,
    HOUR,
    MONTH,
    BUCKET
  }

  private static final long DAY_MILLIS = 86_400_000L;
  private static final long HOUR_MILLIS = 3_600_000L;

  /** A date counts no more days than that, in either direction. */
  private static final long MAX_MILLIS = (1L << 31) * DAY_MILLIS;

  /** CQL dates count days from -5877641-06-23, so that 1970-01-01 is 2^31. */
  private static final long DATE_EPOCH = 1L << 31;

  public TimeDerivation {
    requireNonNull(unit, "unit is null");
    requireNonNull(column, "column is null");
    requireNonNull(width, "width is null");
    if (unit == Unit.BUCKET && (width.toSeconds() < 1 || width.toNanosPart() != 0)) {
      throw new IllegalArgumentException(
          "Cannot use bucket(%s, %s): the width must be whole seconds, at least 1s"
              .formatted(column, width));
    }
  }

  @Override
  public String expression() {
    String name = Identifiers.quoteIfNeeded(column);
    return unit == Unit.BUCKET
        ? "bucket(%s, %ds)".formatted(name, width.toSeconds())
        : "%s(%s)".formatted(unit.name().toLowerCase(Locale.ROOT), name);
  }

  @Override
  public List<String> sources() {
    return List.of(column);
  }

  @Override
  public String resultType(TableShape source) {
    String type = source.requireColumn(column).type();
    if (!type.equals("timestamp") && !type.equals("timeuuid")) {
      throw new IllegalArgumentException(
          "Cannot use %s: column %s is %s, not timestamp or timeuuid"
              .formatted(expression(), column, type));
    }
    return unit == Unit.DATE ? "date" : "timestamp";
  }

  @Override
  public Optional<ByteBuffer> apply(Values values) {
    return values.of(column).flatMap(Bytes::instantMillis).map(this::encode);
  }

  @Override
  public List<ByteBuffer> between(ByteBuffer low, ByteBuffer high, int limit) {
    long first = index(requiredMillis(low));
    long last = index(requiredMillis(high));
    if (last - first >= limit) {
      throw new TooManyBucketsException(expression(), last - first + 1, limit);
    }
    List<ByteBuffer> buckets = new ArrayList<>();
    for (long i = first; i <= last; i++) {
      buckets.add(encodeIndex(i));
    }
    return List.copyOf(buckets);
  }

  @Override
  public Optional<Inputs> inputs(ByteBuffer value) {
    boolean known = value.remaining() == (unit == Unit.DATE ? Integer.BYTES : Long.BYTES);
    if (!known) {
      return Optional.empty();
    }
    long first =
        unit == Unit.DATE
            ? (Integer.toUnsignedLong(value.getInt(value.position())) - DATE_EPOCH) * DAY_MILLIS
            : value.getLong(value.position());
    // The days of a date reach further than a month can be asked for, and no bucket begins there.
    boolean sane = Math.abs(first) <= MAX_MILLIS;
    return sane && encode(first).equals(value)
        ? Optional.of(new Inputs(first, first(index(first) + 1) - 1))
        : Optional.empty();
  }

  private long requiredMillis(ByteBuffer value) {
    return Bytes.instantMillis(value)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot list the buckets of %s: a bound is empty".formatted(expression())));
  }

  private ByteBuffer encode(long millis) {
    return encodeIndex(index(millis));
  }

  /** A number that is equal for two instants exactly if they fall into one bucket. */
  private long index(long millis) {
    return switch (unit) {
      case DATE -> Math.floorDiv(millis, DAY_MILLIS);
      case HOUR -> Math.floorDiv(millis, HOUR_MILLIS);
      case BUCKET -> Math.floorDiv(millis, width.toMillis());
      case MONTH -> {
        LocalDate day = Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC).toLocalDate();
        yield day.getYear() * 12L + day.getMonthValue() - 1;
      }
    };
  }

  private ByteBuffer encodeIndex(long index) {
    return unit == Unit.DATE ? Bytes.ofInt((int) (index + DATE_EPOCH)) : Bytes.ofLong(first(index));
  }

  /** The first millisecond of a bucket. */
  private long first(long index) {
    return switch (unit) {
      case DATE -> index * DAY_MILLIS;
      case HOUR -> index * HOUR_MILLIS;
      case BUCKET -> index * width.toMillis();
      case MONTH ->
          LocalDate.of((int) Math.floorDiv(index, 12L), (int) Math.floorMod(index, 12L) + 1, 1)
              .atStartOfDay(ZoneOffset.UTC)
              .toInstant()
              .toEpochMilli();
    };
  }
}
