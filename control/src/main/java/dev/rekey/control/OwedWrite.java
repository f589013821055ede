package dev.rekey.control;

import static java.util.Objects.requireNonNull;

import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.ListedDelete;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One statement that must still reach one table, or a row of it that must be made what the other
 * table shows.
 *
 * @param cql with positional bind markers, fully qualified, without {@code USING TIMESTAMP} unless
 *     the application wrote one: the journal's timestamp is set on the request
 * @param values raw bytes by marker
 * @param ttlIndex the marker that takes the remaining seconds to live, if the write expires
 */
public record OwedWrite(String cql, List<Value> values, OptionalInt ttlIndex) {
  private static final int NULL = -1;
  private static final int UNSET = -2;

  /** What stands in place of a statement; a comment, so that nobody can execute it by mistake. */
  private static final String COPY = "-- copy this row from the other table";

  private static final String OPEN = "-- open this bucket";

  /** Followed by the delete's own text. */
  private static final String EVERY_BUCKET = "-- in every bucket of this partition\n";

  private static final String DECIDED = "-- copy this row from the other table, which decides";

  public OwedWrite {
    requireNonNull(cql, "cql is null");
    values = List.copyOf(values);
    requireNonNull(ttlIndex, "ttlIndex is null");
  }

  /**
   * Takes a write back that the other table, which leads, has refused: the row is made what that
   * table shows.
   *
   * @param sourceKey the source's whole primary key
   */
  public static OwedWrite copyOfRow(List<ByteBuffer> sourceKey) {
    return new OwedWrite(COPY, sourceKey.stream().map(Value::of).toList(), OptionalInt.empty());
  }

  /** Opens a bucket of the target, of which a row is owed too. */
  public static OwedWrite opening(BucketIndex.Entry entry) {
    List<Value> values = new ArrayList<>();
    entry.partition().forEach(value -> values.add(Value.of(value)));
    entry.bucket().forEach(value -> values.add(Value.of(value)));
    return new OwedWrite(OPEN, values, OptionalInt.empty());
  }

  /**
   * Deletes in every bucket of a partition of the source, those that are not known yet included.
   */
  public static OwedWrite inEveryBucket(List<ByteBuffer> partition, ListedDelete delete) {
    List<Value> values = new ArrayList<>();
    partition.forEach(value -> values.add(Value.of(value)));
    values.add(Value.of(delete.encodedSlots()));
    return new OwedWrite(EVERY_BUCKET + delete.cql(), values, OptionalInt.empty());
  }

  boolean isOpening() {
    return cql.equals(OPEN);
  }

  boolean isInEveryBucket() {
    return cql.startsWith(EVERY_BUCKET);
  }

  /** Which bucket is to be opened. */
  BucketIndex.Entry opened(int partitionColumns) {
    List<ByteBuffer> all = copiedKey();
    return new BucketIndex.Entry(
        all.subList(0, partitionColumns), all.subList(partitionColumns, all.size()));
  }

  /** The partition whose buckets a delete is about. */
  List<ByteBuffer> partition() {
    List<ByteBuffer> all = copiedKey();
    return all.subList(0, all.size() - 1);
  }

  /** What is to be deleted there. */
  ListedDelete listed() {
    List<ByteBuffer> all = copiedKey();
    return ListedDelete.decode(cql.substring(EVERY_BUCKET.length()), all.get(all.size() - 1));
  }

  /**
   * A write that the other table has decided, or may still decide: the row is made what that table
   * shows, when nothing of it can be on its way any more.
   *
   * @param sourceKey the source's whole primary key
   */
  public static OwedWrite stateOfRow(List<ByteBuffer> sourceKey) {
    return new OwedWrite(DECIDED, sourceKey.stream().map(Value::of).toList(), OptionalInt.empty());
  }

  /** Whether the row is to be copied; the values are then its source key. */
  boolean isCopy() {
    return cql.equals(COPY) || isDecided();
  }

  /** Whether the other table may have decided it by a transaction. */
  boolean isDecided() {
    return cql.equals(DECIDED);
  }

  /** The source key of a row that is to be copied. */
  List<ByteBuffer> copiedKey() {
    return values.stream().map(value -> ((Bytes) value).bytes().duplicate()).toList();
  }

  /** A bound value: bytes, null or unset. */
  public sealed interface Value {
    Value NULL_VALUE = new Null();
    Value UNSET_VALUE = new Unset();

    static Value of(ByteBuffer bytes) {
      return new Bytes(bytes);
    }
  }

  /** Raw bytes, possibly none. */
  public record Bytes(ByteBuffer bytes) implements Value {
    public Bytes {
      bytes = bytes.asReadOnlyBuffer();
    }
  }

  /** A null: it deletes the cell. */
  public record Null() implements Value {}

  /** Nothing was bound: the cell is left alone. */
  public record Unset() implements Value {}

  /** The values as one blob: per value its length (4 bytes; -1 null, -2 unset) and its bytes. */
  ByteBuffer encodedValues() {
    int size = 0;
    for (Value value : values) {
      size += Integer.BYTES + (value instanceof Bytes b ? b.bytes().remaining() : 0);
    }
    ByteBuffer encoded = ByteBuffer.allocate(size);
    for (Value value : values) {
      if (value instanceof Bytes b) {
        encoded.putInt(b.bytes().remaining()).put(b.bytes().duplicate());
      } else {
        encoded.putInt(value instanceof Null ? NULL : UNSET);
      }
    }
    return encoded.flip();
  }

  static Optional<OwedWrite> decode(String cql, ByteBuffer encoded, OptionalInt ttlIndex) {
    if (cql == null || encoded == null) {
      return Optional.empty();
    }
    ByteBuffer rest = encoded.duplicate();
    List<Value> values = new ArrayList<>();
    while (rest.hasRemaining()) {
      int length = rest.getInt();
      if (length == NULL) {
        values.add(Value.NULL_VALUE);
      } else if (length == UNSET) {
        values.add(Value.UNSET_VALUE);
      } else {
        values.add(Value.of(rest.slice(rest.position(), length)));
        rest.position(rest.position() + length);
      }
    }
    return Optional.of(new OwedWrite(cql, values, ttlIndex));
  }
}
