package dev.rekey.cql.route;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The protocol encoding of a list: a count, then each element with its length. */
final class ListBytes {
  private ListBytes() {}

  /** The elements; empty if one of them is null or the bytes are no list. */
  static Optional<List<ByteBuffer>> elements(ByteBuffer list) {
    ByteBuffer bytes = list.duplicate();
    if (bytes.remaining() < Integer.BYTES) {
      return Optional.empty();
    }
    int count = bytes.getInt();
    List<ByteBuffer> elements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (bytes.remaining() < Integer.BYTES) {
        return Optional.empty();
      }
      int length = bytes.getInt();
      if (length < 0 || length > bytes.remaining()) {
        return Optional.empty();
      }
      elements.add(bytes.slice(bytes.position(), length));
      bytes.position(bytes.position() + length);
    }
    return Optional.of(elements);
  }
}
