package dev.rekey.cql.route;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** How the server orders values of the types that key columns have. */
final class TypeOrder {
  private static final int UUID_BYTES = 16;

  /** Flips the sign bit of each byte, so that signed bytes compare as unsigned ones. */
  private static final long SIGNS = 0x8080808080808080L;

  private TypeOrder() {}

  /** The order, or empty for a type whose order is not known here. */
  static Optional<Comparator<ByteBuffer>> of(String type) {
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "tinyint", "smallint", "int", "bigint", "timestamp" -> Optional.of(TypeOrder::signed);
      case "date", "time", "text", "varchar", "ascii", "blob", "boolean", "inet" ->
          Optional.of(TypeOrder::unsigned);
      case "timeuuid" -> Optional.of(TypeOrder::timeUuids);
      case "uuid" -> Optional.of(TypeOrder::uuids);
      default -> Optional.empty();
    };
  }

  private static int signed(ByteBuffer left, ByteBuffer right) {
    if (left.remaining() != right.remaining() || left.remaining() == 0) {
      return Integer.compare(left.remaining(), right.remaining());
    }
    int first = Byte.compare(left.get(left.position()), right.get(right.position()));
    return first != 0 ? first : unsigned(left, right);
  }

  private static int unsigned(ByteBuffer left, ByteBuffer right) {
    int shared = Math.min(left.remaining(), right.remaining());
    for (int i = 0; i < shared; i++) {
      int compared =
          Byte.compareUnsigned(left.get(left.position() + i), right.get(right.position() + i));
      if (compared != 0) {
        return compared;
      }
    }
    return Integer.compare(left.remaining(), right.remaining());
  }

  /** By time, then by the lower half as signed bytes. */
  private static int timeUuids(ByteBuffer left, ByteBuffer right) {
    if (left.remaining() != UUID_BYTES || right.remaining() != UUID_BYTES) {
      return Integer.compare(left.remaining(), right.remaining());
    }
    int time = Long.compare(ticks(high(left)), ticks(high(right)));
    return time != 0 ? time : Long.compareUnsigned(low(left) ^ SIGNS, low(right) ^ SIGNS);
  }

  /** By version, then by time where there is one, then by the bytes. */
  private static int uuids(ByteBuffer left, ByteBuffer right) {
    if (left.remaining() != UUID_BYTES || right.remaining() != UUID_BYTES) {
      return Integer.compare(left.remaining(), right.remaining());
    }
    long leftVersion = high(left) >>> 12 & 0xf;
    long rightVersion = high(right) >>> 12 & 0xf;
    if (leftVersion != rightVersion) {
      return Long.compare(leftVersion, rightVersion);
    }
    int time = leftVersion == 1 ? Long.compare(ticks(high(left)), ticks(high(right))) : 0;
    return time != 0 ? time : unsigned(left, right);
  }

  private static long high(ByteBuffer uuid) {
    return uuid.getLong(uuid.position());
  }

  private static long low(ByteBuffer uuid) {
    return uuid.getLong(uuid.position() + Long.BYTES);
  }

  private static long ticks(long high) {
    return (high & 0x0fffL) << 48 | (high >>> 16 & 0xffffL) << 32 | high >>> 32;
  }
}
