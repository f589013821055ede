package dev.rekey.control;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collections and user types as the protocol serializes them, taken apart and put together. */
final class CollectionBytes {
  private CollectionBytes() {}

  /** The elements of a list or a set, the keys and values of a map in turn; empty where null. */
  static List<Optional<ByteBuffer>> elements(ByteBuffer collection, int perEntry) {
    ByteBuffer rest = collection.duplicate();
    int count = rest.getInt() * perEntry;
    List<Optional<ByteBuffer>> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      elements.add(next(rest));
    }
    return elements;
  }

  /** The fields of a user type; those at the end may be missing. */
  static List<Optional<ByteBuffer>> fields(ByteBuffer value) {
    ByteBuffer rest = value.duplicate();
    List<Optional<ByteBuffer>> fields = new ArrayList<>();
    while (rest.hasRemaining()) {
      fields.add(next(rest));
    }
    return fields;
  }

  /** The numbers of a {@code list<bigint>} or a {@code list<int>}; empty where null. */
  static List<Optional<Long>> numbers(ByteBuffer list) {
    List<Optional<Long>> numbers = new ArrayList<>();
    for (Optional<ByteBuffer> element : elements(list, 1)) {
      numbers.add(
          element.map(
              bytes ->
                  bytes.remaining() == Long.BYTES
                      ? bytes.getLong(bytes.position())
                      : bytes.getInt(bytes.position())));
    }
    return numbers;
  }

  /** A list or a set of these elements. */
  static ByteBuffer of(List<ByteBuffer> elements) {
    int size = Integer.BYTES;
    for (ByteBuffer element : elements) {
      size += Integer.BYTES + element.remaining();
    }
    ByteBuffer collection = ByteBuffer.allocate(size).putInt(elements.size());
    for (ByteBuffer element : elements) {
      collection.putInt(element.remaining()).put(element.duplicate());
    }
    return collection.flip();
  }

  private static Optional<ByteBuffer> next(ByteBuffer rest) {
    int length = rest.getInt();
    if (length < 0) {
      return Optional.empty();
    }
    ByteBuffer bytes = rest.slice(rest.position(), length);
    rest.position(rest.position() + length);
    return Optional.of(bytes);
  }
}
