package dev.rekey.backfill;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes serialized collections apart and puts them together again without decoding an element, so
 * that every element arrives byte for byte.
 *
 * <p>The layout is the native protocol's (version 3 and later): an element count, then each element
 * as a length and its bytes; a map has two such parts per entry. A negative length is null.
 */
final class CollectionBytes {

  private CollectionBytes() {}

  /**
   * The elements of a serialized set, or the entries of a serialized map, each still with its
   * length prefixes.
   */
  static List<ByteBuffer> split(ByteBuffer collection, CellForm form) {
    int partsPerElement = form == CellForm.MAP ? 2 : 1;
    ByteBuffer input = collection.duplicate();
    int count = input.getInt();
    List<ByteBuffer> elements = new ArrayList<>(Math.min(count, input.remaining()));
    for (int i = 0; i < count; i++) {
      int start = input.position();
      for (int part = 0; part < partsPerElement; part++) {
        skipPart(input);
      }
      elements.add(slice(input, start, input.position()));
    }
    return elements;
  }

  /** The inverse of {@link #split}: a collection of exactly these elements or entries. */
  static ByteBuffer join(List<ByteBuffer> elements) {
    int size = Integer.BYTES;
    for (ByteBuffer element : elements) {
      size += element.remaining();
    }
    ByteBuffer joined = ByteBuffer.allocate(size);
    joined.putInt(elements.size());
    for (ByteBuffer element : elements) {
      joined.put(element.duplicate());
    }
    joined.flip();
    return joined;
  }

  /** The bytes of an element of a set, or of the key of a map's entry, without their length. */
  static ByteBuffer firstPart(ByteBuffer element) {
    return nextPart(element.duplicate())
        .orElseThrow(() -> new IllegalArgumentException("Cannot name an element: it is null"));
  }

  /** The values of a serialized list, empty where an element is null. */
  static List<Optional<ByteBuffer>> values(ByteBuffer list) {
    ByteBuffer input = list.duplicate();
    int count = input.getInt();
    List<Optional<ByteBuffer>> values = new ArrayList<>(Math.min(count, input.remaining()));
    for (int i = 0; i < count; i++) {
      values.add(nextPart(input));
    }
    return values;
  }

  /**
   * The first {@code fields} fields of a serialized user type; fields behind its end, written
   * before the type gained them, are empty.
   */
  static List<Optional<ByteBuffer>> fields(ByteBuffer userType, int fields) {
    ByteBuffer input = userType.duplicate();
    List<Optional<ByteBuffer>> values = new ArrayList<>(fields);
    for (int i = 0; i < fields; i++) {
      values.add(input.hasRemaining() ? nextPart(input) : Optional.empty());
    }
    return values;
  }

  private static Optional<ByteBuffer> nextPart(ByteBuffer input) {
    int length = input.getInt();
    if (length < 0) {
      return Optional.empty();
    }
    int start = input.position();
    input.position(start + length);
    return Optional.of(slice(input, start, start + length));
  }

  private static void skipPart(ByteBuffer input) {
    int length = input.getInt();
    if (length > 0) {
      input.position(input.position() + length);
    }
  }

  private static ByteBuffer slice(ByteBuffer input, int from, int to) {
    ByteBuffer slice = input.duplicate();
    slice.position(from);
    slice.limit(to);
    return slice.slice();
  }
}
