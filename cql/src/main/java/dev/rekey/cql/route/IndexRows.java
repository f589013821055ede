package dev.rekey.cql.route;

import dev.rekey.core.mapping.KeyMapping;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** What the bucket index says of the partitions of the source that a statement is about. */
public final class IndexRows {
  /** The index was not asked. */
  public static final IndexRows NOT_ASKED = new IndexRows(Map.of(), false);

  private final Map<List<ByteBuffer>, List<List<ByteBuffer>>> buckets;
  private final boolean asked;

  private IndexRows(Map<List<ByteBuffer>, List<List<ByteBuffer>>> buckets, boolean asked) {
    this.buckets = buckets;
    this.asked = asked;
  }

  /**
   * What the index answered.
   *
   * @param buckets by partition key; each bucket has the index's bucket columns in their order
   */
  public static IndexRows of(Map<List<ByteBuffer>, List<List<ByteBuffer>>> buckets) {
    return new IndexRows(Map.copyOf(buckets), true);
  }

  /** The refusal of a statement for which the index shows more buckets than it may have. */
  public static UnroutableException tooMany(KeyMapping mapping, int most) {
    return new UnroutableException(
        RefusalCode.TOO_MANY_PARTITIONS,
        "the bucket index shows more than %d partitions of %s for it"
            .formatted(most, mapping.target().qualifiedName()),
        "split it into statements over shorter ranges");
  }

  /** Whether the index was asked at all. */
  public boolean asked() {
    return asked;
  }

  List<List<ByteBuffer>> of(List<ByteBuffer> partition) {
    return buckets.getOrDefault(partition, List.of());
  }
}
