package dev.rekey.control;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * One cell of a row: a column, or an element or a field of one.
 *
 * @param column as the source names it
 * @param element the bytes of a set's element or of a map's key, or a field's number; empty for the
 *     whole column
 */
record CellPath(String column, Optional<ByteBuffer> element) {
  CellPath {
    requireNonNull(column, "column is null");
    element = element.map(ByteBuffer::asReadOnlyBuffer);
  }

  static CellPath of(String column) {
    return new CellPath(column, Optional.empty());
  }

  static CellPath of(String column, ByteBuffer element) {
    return new CellPath(column, Optional.of(element));
  }

  static CellPath ofField(String column, int number) {
    return of(column, ByteBuffer.allocate(Integer.BYTES).putInt(0, number));
  }

  int field() {
    ByteBuffer number = element.orElseThrow();
    return number.getInt(number.position());
  }
}
