package dev.rekey.backfill;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A row on its way to the target.
 *
 * @param key the target's primary key in order
 * @param groups its statements, oldest first
 * @param readMillis when its page was asked for
 */
record TargetRow(List<ByteBuffer> key, List<WriteGroup> groups, long readMillis) {

  TargetRow {
    key = List.copyOf(key);
    groups = List.copyOf(groups);
  }

  /** The target's partition key. */
  List<ByteBuffer> partition(int partitionColumns) {
    return key.subList(0, partitionColumns);
  }

  /** The bytes of keys and values, roughly what a batch of it costs. */
  long bytes() {
    long keyBytes = key.stream().mapToLong(ByteBuffer::remaining).sum();
    long bytes = 0;
    for (WriteGroup group : groups) {
      bytes += keyBytes;
      for (Cell cell : group.cells()) {
        bytes += cell.value().remaining();
      }
    }
    return bytes;
  }

  /** How many cells it carries. */
  long cells() {
    return groups.stream().mapToLong(group -> group.cells().size()).sum();
  }
}
