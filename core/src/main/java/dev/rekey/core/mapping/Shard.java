package dev.rekey.core.mapping;

import dev.rekey.core.token.Murmur3;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * {@code shard(a, b, 16)}: Murmur3 of the columns' bytes, floor-mod the count, as an int from 0.
 * Each column is hashed as its length (4 bytes) and its bytes, so that moving a byte from one
 * column to the next changes the input.
 *
 * @param columns at least one
 * @param count from 1 to 10000
 */
public record Shard(List<String> columns, int count) implements Derivation, Derivation.Finite {
  /** More shards than this make every read of a source partition unreasonable. */
  public static final int MAX_COUNT = 10_000;

  public Shard {
    columns = List.copyOf(columns);
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("Cannot use shard(): no column is given");
    }
    if (count < 1 || count > MAX_COUNT) {
      throw new IllegalArgumentException(
          "Cannot use shard(…, %d): the count must be from 1 to %d".formatted(count, MAX_COUNT));
    }
  }

  @Override
  public String expression() {
    return "shard(%s, %d)"
        .formatted(
            String.join(", ", columns.stream().map(Identifiers::quoteIfNeeded).toList()), count);
  }

  @Override
  public List<String> sources() {
    return columns;
  }

  @Override
  public String resultType(TableShape source) {
    columns.forEach(source::requireColumn);
    return "int";
  }

  @Override
  public Optional<ByteBuffer> apply(Values values) {
    List<ByteBuffer> inputs = new ArrayList<>();
    int size = 0;
    for (String column : columns) {
      Optional<ByteBuffer> value = values.of(column);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      inputs.add(value.get());
      size += Integer.BYTES + value.get().remaining();
    }
    ByteBuffer joined = ByteBuffer.allocate(size);
    for (ByteBuffer input : inputs) {
      joined.putInt(input.remaining()).put(input.duplicate());
    }
    joined.flip();
    return Optional.of(Bytes.ofInt((int) Math.floorMod(Murmur3.hash(joined), (long) count)));
  }

  @Override
  public List<ByteBuffer> all() {
    return IntStream.range(0, count).mapToObj(Bytes::ofInt).toList();
  }
}
