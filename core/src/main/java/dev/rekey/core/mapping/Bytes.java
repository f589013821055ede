package dev.rekey.core.mapping;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads and writes the few protocol encodings that derivations need; never moves a position. */
final class Bytes {
  /** 100-nanosecond steps between 1582-10-15 and 1970-01-01 (RFC 4122). */
  private static final long UUID_EPOCH_OFFSET = 0x01B21DD213814000L;

  private Bytes() {}

  static ByteBuffer ofInt(int value) {
    return ByteBuffer.allocate(4).putInt(0, value).asReadOnlyBuffer();
  }

  static ByteBuffer ofLong(long value) {
    return ByteBuffer.allocate(8).putLong(0, value).asReadOnlyBuffer();
  }

  /**
   * Milliseconds since 1970 of a timestamp (8 bytes) or a version-1 timeuuid (16 bytes); empty for
   * a zero-length value.
   */
  static Optional<Long> instantMillis(ByteBuffer value) {
    return switch (value.remaining()) {
      case 0 -> Optional.empty();
      case 8 -> Optional.of(value.getLong(value.position()));
      case 16 -> Optional.of(timeuuidMillis(value));
      default ->
          throw new IllegalArgumentException(
              "Cannot read an instant: %d bytes are neither a timestamp nor a timeuuid"
                  .formatted(value.remaining()));
    };
  }

  static long timeuuidMillis(ByteBuffer value) {
    long high = value.getLong(value.position());
    if (((high >>> 12) & 0xf) != 1) {
      throw new IllegalArgumentException("Cannot read an instant: the uuid is not version 1");
    }
    long ticks = (high & 0x0fffL) << 48 | (high >>> 16 & 0xffffL) << 32 | high >>> 32;
    return Math.floorDiv(ticks - UUID_EPOCH_OFFSET, 10_000L);
  }

  /** The value of a tinyint, smallint, int or bigint; empty for a zero-length value. */
  static OptionalLong integer(ByteBuffer value) {
    int at = value.position();
    return switch (value.remaining()) {
      case 0 -> OptionalLong.empty();
      case 1 -> OptionalLong.of(value.get(at));
      case 2 -> OptionalLong.of(value.getShort(at));
      case 4 -> OptionalLong.of(value.getInt(at));
      case 8 -> OptionalLong.of(value.getLong(at));
      default ->
          throw new IllegalArgumentException(
              "Cannot read an integer: it has %d bytes".formatted(value.remaining()));
    };
  }

  /** Encodes an integer of 1, 2, 4 or 8 bytes; the value must fit, as results of division do. */
  static ByteBuffer ofInteger(long value, int width) {
    ByteBuffer bytes = ByteBuffer.allocate(width);
    switch (width) {
      case 1 -> bytes.put(0, (byte) value);
      case 2 -> bytes.putShort(0, (short) value);
      case 4 -> bytes.putInt(0, (int) value);
      case 8 -> bytes.putLong(0, value);
      default -> throw new IllegalArgumentException("Cannot encode an integer of " + width);
    }
    return bytes.asReadOnlyBuffer();
  }
}
