package dev.rekey.core.token;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Sets of {@link TokenRange}. */
public final class TokenRanges {
  /** Every token a key can have: Long.MIN_VALUE is never the token of a key. */
  public static final TokenRange WHOLE = new TokenRange(Long.MIN_VALUE, Long.MAX_VALUE);

  private TokenRanges() {}

  /**
   * The ranges that a ring range covers, which may wrap around or have equal ends (then it is the
   * whole ring): one or two ranges that do not wrap.
   */
  public static List<TokenRange> unwrap(long start, long end) {
    if (start < end) {
      return List.of(new TokenRange(start, end));
    }
    if (start == end) {
      return List.of(WHOLE);
    }
    List<TokenRange> parts = new ArrayList<>();
    if (end != Long.MIN_VALUE) {
      parts.add(new TokenRange(Long.MIN_VALUE, end));
    }
    if (start != Long.MAX_VALUE) {
      parts.add(new TokenRange(start, Long.MAX_VALUE));
    }
    return List.copyOf(parts);
  }

  /** The ranges, sorted, with those that touch or overlap joined. */
  public static List<TokenRange> normalise(Collection<TokenRange> ranges) {
    List<TokenRange> joined = new ArrayList<>();
    for (TokenRange range : ranges.stream().sorted().toList()) {
      int last = joined.size() - 1;
      if (last >= 0 && range.start() <= joined.get(last).end()) {
        long end = Math.max(joined.get(last).end(), range.end());
        joined.set(last, new TokenRange(joined.get(last).start(), end));
      } else {
        joined.add(range);
      }
    }
    return List.copyOf(joined);
  }

  /** What is left of {@code wanted} when {@code done} is taken away; joined and sorted. */
  public static List<TokenRange> minus(Collection<TokenRange> wanted, Collection<TokenRange> done) {
    List<TokenRange> finished = normalise(done);
    List<TokenRange> left = new ArrayList<>();
    for (TokenRange range : normalise(wanted)) {
      long from = range.start();
      for (TokenRange gone : finished) {
        if (gone.end() <= from || gone.start() >= range.end()) {
          continue;
        }
        if (gone.start() > from) {
          left.add(new TokenRange(from, gone.start()));
        }
        from = Math.max(from, Math.min(gone.end(), range.end()));
      }
      if (from < range.end()) {
        left.add(new TokenRange(from, range.end()));
      }
    }
    return List.copyOf(left);
  }

  /**
   * Proves that the ranges cover the whole ring, each token exactly once.
   *
   * @throws IllegalArgumentException naming the first gap or overlap
   */
  public static void requireTiling(Collection<TokenRange> ranges) {
    long expected = WHOLE.start();
    BigInteger sum = BigInteger.ZERO;
    for (TokenRange range : ranges.stream().sorted().toList()) {
      if (range.start() != expected) {
        throw new IllegalArgumentException(
            "Cannot scan the ring: %s between %d and %d"
                .formatted(
                    range.start() > expected ? "a gap" : "an overlap", expected, range.start()));
      }
      expected = range.end();
      sum = sum.add(range.size());
    }
    if (expected != WHOLE.end() || !sum.equals(WHOLE.size())) {
      throw new IllegalArgumentException(
          "Cannot scan the ring: a gap between %d and %d".formatted(expected, WHOLE.end()));
    }
  }
}
