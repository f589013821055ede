package dev.rekey.core.mapping;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code bucket(seq, 1000)}: the greatest multiple of the width that is not above the column, as a
 * bigint. Floor semantics: -1 falls into -1000.
 *
 * @param width at least 1
 */
public record IntegerBucket(String column, long width) implements Derivation, Derivation.Monotone {
  static final Set<String> INTEGERS = Set.of("tinyint", "smallint", "int", "bigint");

  public IntegerBucket {
    if (width < 1) {
      throw new IllegalArgumentException(
          "Cannot use bucket(%s, %d): the width must be at least 1".formatted(column, width));
    }
  }

  @Override
  public String expression() {
    return "bucket(%s, %d)".formatted(Identifiers.quoteIfNeeded(column), width);
  }

  @Override
  public List<String> sources() {
    return List.of(column);
  }

  @Override
  public String resultType(TableShape source) {
    requireInteger(source, column, expression());
    return "bigint";
  }

  static void requireInteger(TableShape source, String column, String expression) {
    String type = source.requireColumn(column).type();
    if (!INTEGERS.contains(type)) {
      throw new IllegalArgumentException(
          "Cannot use %s: column %s is %s, not an integer".formatted(expression, column, type));
    }
  }

  @Override
  public Optional<ByteBuffer> apply(Values values) {
    return values
        .of(column)
        .map(Bytes::integer)
        .filter(java.util.OptionalLong::isPresent)
        .map(value -> encode(Math.floorDiv(value.getAsLong(), width)));
  }

  @Override
  public List<ByteBuffer> between(ByteBuffer low, ByteBuffer high, int limit) {
    long first = Math.floorDiv(Bytes.integer(low).orElseThrow(), width);
    long last = Math.floorDiv(Bytes.integer(high).orElseThrow(), width);
    if (last >= first && Math.subtractExact(last, first) >= limit) {
      throw new TooManyBucketsException(expression(), last - first + 1, limit);
    }
    List<ByteBuffer> buckets = new ArrayList<>();
    for (long i = first; i <= last; i++) {
      buckets.add(encode(i));
    }
    return List.copyOf(buckets);
  }

  @Override
  public Optional<Inputs> inputs(ByteBuffer value) {
    if (value.remaining() != Long.BYTES) {
      return Optional.empty();
    }
    long first = value.getLong(value.position());
    long index = Math.floorDiv(first, width);
    if (!encode(index).equals(value)) {
      return Optional.empty();
    }
    long next = first > Long.MAX_VALUE - width ? Long.MAX_VALUE : (index + 1) * width - 1;
    return Optional.of(new Inputs(first, next));
  }

  /** The lowest bucket of bigint begins below Long.MIN_VALUE; it is clamped there. */
  private ByteBuffer encode(long index) {
    long start = index < Long.MIN_VALUE / width ? Long.MIN_VALUE : index * width;
    return Bytes.ofLong(start);
  }
}
