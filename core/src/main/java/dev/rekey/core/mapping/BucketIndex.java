package dev.rekey.core.mapping;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Two tables beside the target that say, for each partition of the source, in which partitions of
 * the target it lives: what a statement that does not bound the bucket is about.
 *
 * <p>{@code <target>_buckets} has one entry per bucket. An entry is never deleted, does not expire,
 * and is acknowledged before the first row of its bucket is, so a bucket that has rows is always
 * shown; one that is shown may be empty.
 *
 * <p>{@code <target>_deletes} has the deletes that were about every bucket of a partition, for the
 * buckets that are opened after them: who deletes notes the delete here, then reads the buckets;
 * who opens a bucket writes its entry, then reads the deletes. All at QUORUM, so that one of the
 * two always sees the other. An entry stands for tombstones in buckets that do not exist yet and
 * lives as long as a tombstone does: the table's time to live is the target's {@code
 * gc_grace_seconds}.
 *
 * @param buckets partitioned as the source, clustered by the bucket columns
 * @param deletes partitioned as the source
 */
public record BucketIndex(TableShape buckets, TableShape deletes) {
  /** Columns of the list of deletes; the prefix keeps them apart from the source's own. */
  public static final String DELETE_ID = "rekey_id";

  /** The delete's timestamp, in microseconds. */
  public static final String DELETE_MICROS = "rekey_micros";

  /** Its text for the target. */
  public static final String DELETE_CQL = "rekey_cql";

  /** What is bound to its markers. */
  public static final String DELETE_VALUES = "rekey_values";

  private static final String BUCKETS_SUFFIX = "_buckets";
  private static final String DELETES_SUFFIX = "_deletes";

  public BucketIndex {
    requireNonNull(buckets, "buckets is null");
    requireNonNull(deletes, "deletes is null");
  }

  /**
   * One bucket of one partition of the source.
   *
   * @param partition the source's partition key
   * @param bucket the bucket columns, in the order of {@link #bucketColumns}
   */
  public record Entry(List<ByteBuffer> partition, List<ByteBuffer> bucket) {
    public Entry {
      partition = List.copyOf(partition);
      bucket = List.copyOf(bucket);
    }
  }

  /**
   * The index a mapping needs; empty if the target partitions of a source partition are known
   * without one, or cannot be listed by it.
   */
  public static Optional<BucketIndex> of(KeyMapping mapping) {
    Set<String> partition = names(mapping.source().partitionKey());
    Set<String> key = names(mapping.source().primaryKey());
    List<Column> buckets = new ArrayList<>();
    for (Column column : mapping.target().partitionKey()) {
      Derivation rule = mapping.rule(column.name());
      boolean known = rule instanceof Derivation.Finite || partition.containsAll(rule.sources());
      if (!known && !key.containsAll(rule.sources())) {
        return Optional.empty();
      }
      if (!known) {
        buckets.add(column);
      }
    }
    boolean ambiguous =
        buckets.stream().anyMatch(column -> partition.contains(column.name()))
            || Stream.of(DELETE_ID, DELETE_MICROS, DELETE_CQL, DELETE_VALUES)
                .anyMatch(partition::contains);
    return buckets.isEmpty() || ambiguous
        ? Optional.empty()
        : Optional.of(new BucketIndex(buckets(mapping, buckets), deletes(mapping)));
  }

  /** The columns that tell the buckets of one partition apart, outermost first. */
  public List<Column> bucketColumns() {
    return buckets.clustering();
  }

  /** The entry of a source row; empty if a part of its key is missing. */
  public Optional<Entry> entry(KeyMapping mapping, Values sourceValues) {
    List<ByteBuffer> partition = new ArrayList<>();
    for (Column column : buckets.partitionKey()) {
      sourceValues.of(column.name()).ifPresent(partition::add);
    }
    List<ByteBuffer> bucket = new ArrayList<>();
    for (Column column : bucketColumns()) {
      mapping.rule(column.name()).apply(sourceValues).ifPresent(bucket::add);
    }
    boolean complete =
        partition.size() == buckets.partitionKey().size()
            && bucket.size() == bucketColumns().size();
    return complete ? Optional.of(new Entry(partition, bucket)) : Optional.empty();
  }

  /** In the order of the source's rows, so that a slice of it is what a range is about. */
  private static TableShape buckets(KeyMapping mapping, List<Column> columns) {
    List<Column> ordered = new ArrayList<>(columns);
    ordered.sort(Comparator.comparingInt(column -> place(mapping, column)));
    List<Column> all = new ArrayList<>(mapping.source().partitionKey());
    for (Column column : ordered) {
      boolean descending = mapping.source().clustering().get(place(mapping, column)).descending();
      int position = all.size() - mapping.source().partitionKey().size();
      all.add(
          new Column(column.name(), column.type(), ColumnKind.CLUSTERING, position, descending));
    }
    return new TableShape(
        mapping.target().keyspace(), mapping.target().table() + BUCKETS_SUFFIX, all);
  }

  /** The first clustering column of the source that a bucket column comes from. */
  private static int place(KeyMapping mapping, Column column) {
    List<String> sources = mapping.rule(column.name()).sources();
    List<Column> clustering = mapping.source().clustering();
    for (int i = 0; i < clustering.size(); i++) {
      if (sources.contains(clustering.get(i).name())) {
        return i;
      }
    }
    throw new IllegalStateException(
        "Cannot order bucket column %s: it comes from no clustering column"
            .formatted(column.name()));
  }

  private static TableShape deletes(KeyMapping mapping) {
    List<Column> all = new ArrayList<>(mapping.source().partitionKey());
    all.add(new Column(DELETE_ID, "timeuuid", ColumnKind.CLUSTERING, 0, false));
    all.add(new Column(DELETE_MICROS, "bigint", ColumnKind.REGULAR, 0, false));
    all.add(new Column(DELETE_CQL, "text", ColumnKind.REGULAR, 1, false));
    all.add(new Column(DELETE_VALUES, "blob", ColumnKind.REGULAR, 2, false));
    return new TableShape(
        mapping.target().keyspace(), mapping.target().table() + DELETES_SUFFIX, all);
  }

  private static Set<String> names(List<Column> columns) {
    Set<String> names = new HashSet<>();
    columns.forEach(column -> names.add(column.name()));
    return names;
  }
}
