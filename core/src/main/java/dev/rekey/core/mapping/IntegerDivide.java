package dev.rekey.core.mapping;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code divide(id, n)} and {@code shift(id, bits)}: floor division of a bigint, for ids that carry
 * a time in their upper bits. {@code shift(id, 22)} is {@code divide(id, 4194304)}.
 *
 * @param divisor at least 1
 */
public record IntegerDivide(String column, long divisor)
    implements Derivation, Derivation.Monotone {
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  public IntegerDivide {
    if (divisor < 1) {
      throw new IllegalArgumentException(
          "Cannot use divide(%s, %d): the divisor must be at least 1".formatted(column, divisor));
    }
  }

  @Override
  public String expression() {
    return "divide(%s, %d)".formatted(Identifiers.quoteIfNeeded(column), divisor);
  }

  @Override
  public List<String> sources() {
    return List.of(column);
  }

  @Override
  public String resultType(TableShape source) {
    IntegerBucket.requireInteger(source, column, expression());
    return source.requireColumn(column).type();
  }

  @Override
  public Optional<ByteBuffer> apply(Values values) {
    return values
        .of(column)
        .filter(value -> value.remaining() > 0)
        .map(
            value ->
                Bytes.ofInteger(
                    Math.floorDiv(Bytes.integer(value).orElseThrow(), divisor), value.remaining()));
  }

  @Override
  public Optional<Inputs> inputs(ByteBuffer value) {
    if (value.remaining() == 0) {
      return Optional.empty();
    }
    BigInteger quotient = BigInteger.valueOf(Bytes.integer(value).orElseThrow());
    BigInteger first = quotient.multiply(BigInteger.valueOf(divisor));
    BigInteger last = first.add(BigInteger.valueOf(divisor - 1));
    boolean none = last.compareTo(LEAST) < 0 || first.compareTo(MOST) > 0;
    return none
        ? Optional.empty()
        : Optional.of(new Inputs(first.max(LEAST).longValue(), last.min(MOST).longValue()));
  }

  @Override
  public List<ByteBuffer> between(ByteBuffer low, ByteBuffer high, int limit) {
    long first = Math.floorDiv(Bytes.integer(low).orElseThrow(), divisor);
    long last = Math.floorDiv(Bytes.integer(high).orElseThrow(), divisor);
    if (last >= first && Math.subtractExact(last, first) >= limit) {
      throw new TooManyBucketsException(expression(), last - first + 1, limit);
    }
    List<ByteBuffer> values = new ArrayList<>();
    for (long i = first; i <= last; i++) {
      values.add(Bytes.ofInteger(i, low.remaining()));
    }
    return List.copyOf(values);
  }
}
