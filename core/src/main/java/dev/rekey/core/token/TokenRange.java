package dev.rekey.core.token;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of the ring that does not wrap: tokens t with {@code start < t <= end}, as CQL reads it
 * with {@code token(pk) > start AND token(pk) <= end}.
 *
 * <p>Always {@code start < end}: on a real server a range with equal ends, or one that wraps,
 * selects nothing and reports no error, which would silently lose data.
 */
public record TokenRange(long start, long end) implements Comparable<TokenRange> {
  public TokenRange {
    if (start >= end) {
      throw new IllegalArgumentException(
          "Cannot use token range (%d, %d]: the start must lie before the end"
              .formatted(start, end));
    }
  }

  public boolean covers(long token) {
    return start < token && token <= end;
  }

  /** How many tokens it holds, up to 2^64 - 1. */
  public BigInteger size() {
    return BigInteger.valueOf(end).subtract(BigInteger.valueOf(start));
  }

  /**
   * Cuts the range into at most {@code parts} pieces of nearly equal size that join exactly.
   *
   * @param parts at least 1
   */
  public List<TokenRange> split(int parts) {
    if (parts < 1) {
      throw new IllegalArgumentException("Cannot split a range into %d parts".formatted(parts));
    }
    List<TokenRange> pieces = new ArrayList<>();
    BigInteger from = BigInteger.valueOf(start);
    BigInteger size = size();
    long previous = start;
    for (int i = 1; i <= parts; i++) {
      BigInteger offset = size.multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(parts));
      long next = from.add(offset).longValueExact();
      if (next > previous) {
        pieces.add(new TokenRange(previous, next));
        previous = next;
      }
    }
    return List.copyOf(pieces);
  }

  @Override
  public int compareTo(TokenRange other) {
    int byStart = Long.compare(start, other.start);
    return byStart != 0 ? byStart : Long.compare(end, other.end);
  }

  @Override
  public String toString() {
    return "(" + start + ", " + end + "]";
  }
}
