package dev.rekey.cql.route;

import java.nio.ByteBuffer;
import java.util.Locale;

/** A value the server accepts for a type, for questions whose answer is known to be empty. */
final class SampleBytes {
  private SampleBytes() {}

  /**
   * @throws UnroutableException for a type that is not known here
   */
  static ByteBuffer of(String type) {
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "text", "varchar", "ascii", "blob" -> ByteBuffer.wrap(new byte[] {'x'});
      case "boolean", "tinyint" -> ByteBuffer.allocate(1);
      case "smallint" -> ByteBuffer.allocate(2);
      case "int", "float", "date", "inet" -> ByteBuffer.allocate(4);
      case "bigint", "double", "timestamp", "time" -> ByteBuffer.allocate(8);
      case "uuid", "timeuuid" -> ByteBuffer.allocate(16).putLong(0, 0x1000L);
      case "varint" -> ByteBuffer.allocate(1);
      default ->
          throw new UnroutableException(
              RefusalCode.UNBOUNDED,
              "its list is empty, so no partition of the target can answer it",
              "give at least one value");
    };
  }
}
