package dev.rekey.cql.route;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The entries of the bucket index that a statement needs of one partition of the source.
 *
 * @param partition the source's partition key
 * @param low the least value of the first bucket column, included; empty for no bound
 * @param high the greatest, included
 */
public record IndexSlice(
    List<ByteBuffer> partition, Optional<ByteBuffer> low, Optional<ByteBuffer> high) {
  public IndexSlice {
    partition = List.copyOf(partition);
  }
}
