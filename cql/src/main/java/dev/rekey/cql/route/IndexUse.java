package dev.rekey.cql.route;

import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.Values;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How the values of one statement and the entries of the bucket index go together. */
final class IndexUse {
  private final KeyMapping mapping;
  private final BucketIndex index;

  /** Their values come from the index when it is asked. */
  private final Set<String> listed = new LinkedHashSet<>();

  IndexUse(KeyMapping mapping, BucketIndex index, List<Axis> axes) {
    this.mapping = mapping;
    this.index = index;
    Set<String> columns = new LinkedHashSet<>();
    index.bucketColumns().forEach(column -> columns.add(column.name()));
    for (Axis axis : axes) {
      boolean several = axis instanceof Axis.Indexed || axis instanceof Axis.Between;
      if (several && columns.contains(axis.column().name())) {
        listed.add(axis.column().name());
      }
    }
  }

  boolean listsAny() {
    return !listed.isEmpty();
  }

  boolean lists(Axis axis) {
    return listed.contains(axis.column().name());
  }

  /** Whether it is the column that a slice of the index can bound. */
  boolean isFirst(Axis axis) {
    return index.bucketColumns().get(0).name().equals(axis.column().name());
  }

  List<ByteBuffer> partition(Map<String, ByteBuffer> key) {
    List<ByteBuffer> partition = new ArrayList<>();
    for (Column column : index.buckets().partitionKey()) {
      partition.add(key.get(column.name()));
    }
    return partition;
  }

  /**
   * @throws IllegalArgumentException if a value is not of its type
   */
  BucketIndex.Entry entry(Map<String, ByteBuffer> key) {
    return index
        .entry(mapping, Values.of(key))
        .orElseThrow(
            () ->
                new UnroutableException(
                    RefusalCode.NULL_KEY, "a value of its key is null or not set", "bind a value"));
  }

  /** One statement per bucket of the index that agrees with what is known of the key. */
  List<Map<String, ByteBuffer>> extend(
      List<Map<String, ByteBuffer>> partial, Map<String, ByteBuffer> key, IndexRows rows) {
    Set<Map<String, ByteBuffer>> extended = new LinkedHashSet<>();
    for (List<ByteBuffer> bucket : rows.of(partition(key))) {
      Optional<Map<String, ByteBuffer>> values = listed(bucket, Values.of(key));
      if (values.isPresent()) {
        for (Map<String, ByteBuffer> one : partial) {
          Map<String, ByteBuffer> more = new HashMap<>(one);
          more.putAll(values.get());
          extended.add(more);
        }
      }
    }
    return List.copyOf(extended);
  }

  private Optional<Map<String, ByteBuffer>> listed(List<ByteBuffer> bucket, Values key) {
    Map<String, ByteBuffer> values = new HashMap<>();
    for (int i = 0; i < bucket.size(); i++) {
      String column = index.bucketColumns().get(i).name();
      Derivation rule = mapping.rule(column);
      if (listed.contains(column)) {
        values.put(column, bucket.get(i));
        if (rule instanceof Derivation.Copy copy) {
          values.put(copy.column(), bucket.get(i)); // Under this name partitions are ordered.
        }
      } else if (!rule.apply(key).map(bucket.get(i)::equals).orElse(true)) {
        return Optional.empty();
      }
    }
    return Optional.of(values);
  }
}
