package dev.rekey.cql.route;

import java.nio.ByteBuffer;
import java.util.Locale;

/** The neighbours of values whose type has no value in between. */
final class WholeNumbers {
  private WholeNumbers() {}

  /**
   * The next greater or smaller value; the value itself where there is none, or where the type is
   * not one of whole numbers.
   *
   * @param step 1 or -1
   */
  static ByteBuffer next(ByteBuffer value, String type, int step) {
    int at = value.position();
    int bytes = value.remaining();
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "bigint", "timestamp" -> bytes == 8 ? longs(value, value.getLong(at), step) : value;
      case "int" -> bytes == 4 ? ints(value, value.getInt(at), step) : value;
      default -> value;
    };
  }

  private static ByteBuffer longs(ByteBuffer value, long number, int step) {
    boolean last = number == (step > 0 ? Long.MAX_VALUE : Long.MIN_VALUE);
    return last ? value : ByteBuffer.allocate(8).putLong(0, number + step);
  }

  private static ByteBuffer ints(ByteBuffer value, int number, int step) {
    boolean last = number == (step > 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE);
    return last ? value : ByteBuffer.allocate(4).putInt(0, number + step);
  }
}
