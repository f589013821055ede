package dev.rekey.backfill;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.TableShape;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Keys that the server refuses for good. They are looked for before anything is sent, because one
 * refused row would end the range it is in, again with every attempt.
 */
final class KeyLimits {
  private static final int MOST_BYTES = 65_535;

  /** Around each component of a partition key of several. */
  private static final int COMPONENT_BYTES = 3;

  private final TableShape target;

  KeyLimits(TableShape target) {
    this.target = target;
  }

  /**
   * Why the row cannot be in the target, as half a sentence.
   *
   * @param key in the order of the target's primary key
   */
  Optional<String> problem(List<ByteBuffer> key) {
    int parts = target.partitionKey().size();
    if (parts == 1 && key.get(0).remaining() == 0) {
      return Optional.of(
          "new key column %s is empty, and the whole partition key may not be"
              .formatted(target.partitionKey().get(0).name()));
    }
    long partition = 0;
    for (ByteBuffer part : key.subList(0, parts)) {
      partition += part.remaining() + (parts == 1 ? 0 : COMPONENT_BYTES);
    }
    if (partition > MOST_BYTES) {
      return Optional.of(tooLong("the new partition key", partition));
    }
    for (int i = parts; i < key.size(); i++) {
      Column column = target.clustering().get(i - parts);
      if (key.get(i).remaining() > MOST_BYTES) {
        return Optional.of(tooLong("new key column " + column.name(), key.get(i).remaining()));
      }
    }
    return Optional.empty();
  }

  private static String tooLong(String what, long bytes) {
    return "%s has %d bytes, and the server takes %d".formatted(what, bytes, MOST_BYTES);
  }
}
