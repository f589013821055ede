package dev.rekey.backfill;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A row as it was read.
 *
 * @param inputs what keys are made of: the primary key and every other column a key rule reads, by
 *     name; a null value is absent
 * @param cells the live cells of the carried value columns
 * @param readMillis when the page of this row was asked for
 */
record RowImage(Map<String, ByteBuffer> inputs, List<Cell> cells, long readMillis) {

  /** The value of a key input, empty if it is null. */
  Optional<ByteBuffer> input(String column) {
    return Optional.ofNullable(inputs.get(column));
  }
}
