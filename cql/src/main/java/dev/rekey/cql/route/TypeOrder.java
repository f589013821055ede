package dev.rekey.cql.route;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** How the server orders values of the types that bucket columns have. */
final class TypeOrder {
  private TypeOrder() {}

  /** The order, or empty for a type whose order is not known here. */
  static Optional<Comparator<ByteBuffer>> of(String type) {
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "tinyint", "smallint", "int", "bigint", "timestamp", "time" ->
          Optional.of(TypeOrder::signed);
      case "date", "text", "varchar", "ascii", "blob", "boolean" ->
          Optional.of(TypeOrder::unsigned);
      case "timeuuid" -> Optional.of(Comparator.comparingLong(TypeOrder::ticks));
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

  private static long ticks(ByteBuffer uuid) {
    if (uuid.remaining() != 16) {
      return Long.MIN_VALUE;
    }
    long high = uuid.getLong(uuid.position());
    return (high & 0x0fffL) << 48 | (high >>> 16 & 0xffffL) << 32 | high >>> 32;
  }
}
