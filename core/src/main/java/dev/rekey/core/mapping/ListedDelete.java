package dev.rekey.core.mapping;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A delete about every bucket of one partition of the source, as it is kept for buckets that are
 * opened after it: what it means for one bucket is known once the bucket is.
 *
 * @param cql for the target, its markers positional
 * @param slots one per marker
 */
public record ListedDelete(String cql, List<Slot> slots) {
  private static final byte VALUE = 0;
  private static final byte UNSET = 1;
  private static final byte BUCKET = 2;

  public ListedDelete {
    requireNonNull(cql, "cql is null");
    slots = List.copyOf(slots);
  }

  /** What a marker is bound to. */
  public sealed interface Slot {}

  /** A value of the statement. */
  public record Value(ByteBuffer bytes) implements Slot {}

  /** Nothing; only a timestamp can be left out. */
  public record Unset() implements Slot {}

  /** The value of a bucket column. */
  public record OfBucket(String column) implements Slot {}

  /**
   * What is bound for one bucket, marker by marker; empty where nothing is.
   *
   * @param bucket its columns by name
   */
  public List<Optional<ByteBuffer>> fill(Map<String, ByteBuffer> bucket) {
    List<Optional<ByteBuffer>> values = new ArrayList<>();
    for (Slot slot : slots) {
      if (slot instanceof Value value) {
        values.add(Optional.of(value.bytes().duplicate()));
      } else if (slot instanceof OfBucket of) {
        ByteBuffer bytes = bucket.get(of.column());
        if (bytes == null) {
          throw new IllegalStateException(
              "Cannot delete in a bucket: %s is not known of it".formatted(of.column()));
        }
        values.add(Optional.of(bytes.duplicate()));
      } else {
        values.add(Optional.empty());
      }
    }
    return values;
  }

  /** The slots as bytes: per slot its kind, its length and its bytes. */
  public ByteBuffer encodedSlots() {
    int size = slots.stream().mapToInt(slot -> 1 + Integer.BYTES + bytes(slot).remaining()).sum();
    ByteBuffer encoded = ByteBuffer.allocate(size);
    for (Slot slot : slots) {
      ByteBuffer bytes = bytes(slot);
      encoded.put(kind(slot)).putInt(bytes.remaining()).put(bytes);
    }
    return encoded.flip();
  }

  /** Reads what {@link #encodedSlots} wrote. */
  public static ListedDelete decode(String cql, ByteBuffer encoded) {
    ByteBuffer rest = encoded.duplicate();
    List<Slot> slots = new ArrayList<>();
    while (rest.hasRemaining()) {
      byte kind = rest.get();
      int length = rest.getInt();
      ByteBuffer bytes = rest.slice(rest.position(), length);
      rest.position(rest.position() + length);
      slots.add(
          switch (kind) {
            case VALUE -> new Value(bytes);
            case UNSET -> new Unset();
            case BUCKET -> new OfBucket(StandardCharsets.UTF_8.decode(bytes).toString());
            default ->
                throw new IllegalStateException(
                    "Cannot read a noted delete: it has a value of kind " + kind);
          });
    }
    return new ListedDelete(cql, slots);
  }

  private static byte kind(Slot slot) {
    return slot instanceof Value ? VALUE : slot instanceof Unset ? UNSET : BUCKET;
  }

  private static ByteBuffer bytes(Slot slot) {
    if (slot instanceof Value value) {
      return value.bytes().duplicate();
    }
    return slot instanceof OfBucket of
        ? ByteBuffer.wrap(of.column().getBytes(StandardCharsets.UTF_8))
        : ByteBuffer.allocate(0);
  }
}
