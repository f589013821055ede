package dev.rekey.cql.route;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * The functions whose result differs at each call. Two tables written by one statement would get
 * two results, so the client computes one and binds it to both.
 */
public enum ClientFunction {
  TIME_UUID,
  RANDOM_UUID,
  TIMESTAMP,
  DATE,
  TIME,
  UNIX_TIMESTAMP;

  private static final Map<String, ClientFunction> BY_CALL =
      Map.ofEntries(
          Map.entry("now()", TIME_UUID),
          Map.entry("currenttimeuuid()", TIME_UUID),
          Map.entry("current_timeuuid()", TIME_UUID),
          Map.entry("uuid()", RANDOM_UUID),
          Map.entry("currenttimestamp()", TIMESTAMP),
          Map.entry("current_timestamp()", TIMESTAMP),
          Map.entry("totimestamp(now())", TIMESTAMP),
          Map.entry("to_timestamp(now())", TIMESTAMP),
          Map.entry("dateof(now())", TIMESTAMP),
          Map.entry("currentdate()", DATE),
          Map.entry("current_date()", DATE),
          Map.entry("todate(now())", DATE),
          Map.entry("to_date(now())", DATE),
          Map.entry("currenttime()", TIME),
          Map.entry("current_time()", TIME),
          Map.entry("tounixtimestamp(now())", UNIX_TIMESTAMP),
          Map.entry("to_unix_timestamp(now())", UNIX_TIMESTAMP),
          Map.entry("unixtimestampof(now())", UNIX_TIMESTAMP));

  private static final long DAY_MILLIS = 86_400_000L;

  /** 100-nanosecond steps between 1582-10-15 and 1970-01-01 (RFC 4122). */
  private static final long UUID_EPOCH_OFFSET = 0x01B21DD213814000L;

  /** The function a whole call such as {@code toTimestamp(now())} stands for, if it is known. */
  public static Optional<ClientFunction> ofCall(String callText) {
    String plain = callText.replaceAll("\\s+", "").toLowerCase(Locale.ROOT);
    String name = plain.startsWith("system.") ? plain.substring("system.".length()) : plain;
    return Optional.ofNullable(BY_CALL.get(name));
  }

  /**
   * One result.
   *
   * @param micros now, in microseconds since 1970
   * @param random makes uuids unique between processes
   */
  public ByteBuffer evaluate(long micros, Random random) {
    long millis = Math.floorDiv(micros, 1_000L);
    return switch (this) {
      case TIME_UUID -> timeUuid(micros, random);
      case RANDOM_UUID -> randomUuid(random);
      case TIMESTAMP, UNIX_TIMESTAMP -> ByteBuffer.allocate(8).putLong(0, millis);
      case DATE ->
          ByteBuffer.allocate(4).putInt(0, (int) (Math.floorDiv(millis, DAY_MILLIS) + (1L << 31)));
      case TIME ->
          ByteBuffer.allocate(8).putLong(0, Math.floorMod(micros, DAY_MILLIS * 1_000L) * 1_000L);
    };
  }

  /** Version 1, with a random node (multicast bit set, as RFC 4122 asks) and clock sequence. */
  private static ByteBuffer timeUuid(long micros, Random random) {
    long ticks = micros * 10 + random.nextInt(10) + UUID_EPOCH_OFFSET;
    long high = ticks << 32 | (ticks >>> 16 & 0xffff_0000L) | 0x1000L | (ticks >>> 48 & 0x0fffL);
    long low =
        (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L | 0x0100_0000_0000L;
    return ByteBuffer.allocate(16).putLong(0, high).putLong(8, low);
  }

  private static ByteBuffer randomUuid(Random random) {
    long high = (random.nextLong() & 0xffff_ffff_ffff_0fffL) | 0x4000L;
    long low = (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
    return ByteBuffer.allocate(16).putLong(0, high).putLong(8, low);
  }
}
