package dev.rekey.backfill;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * One live cell as it was read.
 *
 * @param slot the place of the cell in its table's {@link Slot} list
 * @param value the bytes of the value; for an element of a set or map, the element or entry with
 *     its length prefixes
 * @param writetime microseconds, empty where the server cannot tell
 * @param expirySecond the second since the epoch at which the cell ends, empty if it does not
 */
record Cell(int slot, ByteBuffer value, OptionalLong writetime, OptionalLong expirySecond) {

  Cell {
    Objects.requireNonNull(value, "value is null");
    Objects.requireNonNull(writetime, "writetime is null");
    Objects.requireNonNull(expirySecond, "expirySecond is null");
  }
}
