package dev.rekey.core.mapping;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/** The known column values of one source row, as raw protocol bytes. */
@FunctionalInterface
public interface Values {
  /** The bytes of a column; empty if the column is null, unset or not known here. */
  Optional<ByteBuffer> of(String column);

  /** Values held in a map; the map is read at each call. */
  static Values of(Map<String, ByteBuffer> bytesByColumn) {
    return column -> Optional.ofNullable(bytesByColumn.get(column));
  }
}
