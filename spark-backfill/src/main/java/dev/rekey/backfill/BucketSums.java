package dev.rekey.backfill;

import dev.rekey.core.digest.Digest128;
import dev.rekey.core.digest.RowDigest;
import java.io.Serializable;
import java.util.BitSet;
import java.util.List;

/**
 * Sums of row digests by bucket of the source key: independent of order, so ranges can be added in
 * any order and two tables compared without a join. Not thread-safe.
 */
final class BucketSums implements Serializable {

  private static final long serialVersionUID = 1L;
  private static final int CONTENT = 1;
  private static final int PATTERN = 3;
  private static final int EXACT = 5;
  private static final int CELLS = 7;
  private static final int SECONDS = 8;
  private static final int WIDTH = 9;

  private final long[] sums;

  BucketSums(int buckets) {
    this.sums = new long[Math.multiplyExact(buckets, WIDTH)];
  }

  int buckets() {
    return sums.length / WIDTH;
  }

  void add(ReducedRow row) {
    int at = RowDigest.bucketOf(row.sourceKey(), buckets()) * WIDTH;
    sums[at]++;
    put(at + CONTENT, digest(at + CONTENT).plus(row.content()));
    put(at + PATTERN, digest(at + PATTERN).plus(row.endings().pattern()));
    put(at + EXACT, digest(at + EXACT).plus(row.endings().exact()));
    sums[at + CELLS] += row.endings().cells();
    sums[at + SECONDS] += row.endings().secondSum();
  }

  void add(BucketSums other) {
    for (int at = 0; at < sums.length; at += WIDTH) {
      sums[at] += other.sums[at];
      for (int digest : List.of(CONTENT, PATTERN, EXACT)) {
        put(at + digest, digest(at + digest).plus(other.digest(at + digest)));
      }
      sums[at + CELLS] += other.sums[at + CELLS];
      sums[at + SECONDS] += other.sums[at + SECONDS];
    }
  }

  long rows(int bucket) {
    return sums[bucket * WIDTH];
  }

  long rows() {
    long rows = 0;
    for (int bucket = 0; bucket < buckets(); bucket++) {
      rows += rows(bucket);
    }
    return rows;
  }

  /** The digest of the whole table, without expiries, whose seconds may differ by one. */
  Digest128 total() {
    Digest128 total = Digest128.ZERO;
    for (int at = 0; at < sums.length; at += WIDTH) {
      total = total.plus(digest(at + CONTENT));
    }
    return total;
  }

  /**
   * The buckets in which the two surely differed when they were read: in values, in which cells
   * end, or in when they end by more in sum than the tolerance allows to all of them together.
   */
  BitSet unequal(BucketSums other, long toleranceSeconds) {
    BitSet unequal = new BitSet(buckets());
    for (int bucket = 0; bucket < buckets(); bucket++) {
      int at = bucket * WIDTH;
      boolean same = true;
      for (int i = 0; i < EXACT; i++) {
        same &= sums[at + i] == other.sums[at + i];
      }
      long drift = Math.abs(sums[at + SECONDS] - other.sums[at + SECONDS]);
      if (!same || drift > sums[at + CELLS] * toleranceSeconds) {
        unequal.set(bucket);
      }
    }
    return unequal;
  }

  /** The other buckets in which some cell does not end at exactly the same second. */
  BitSet nearlyEqual(BucketSums other, long toleranceSeconds) {
    BitSet nearly = new BitSet(buckets());
    for (int bucket = 0; bucket < buckets(); bucket++) {
      int at = bucket * WIDTH + EXACT;
      if (sums[at] != other.sums[at] || sums[at + 1] != other.sums[at + 1]) {
        nearly.set(bucket);
      }
    }
    nearly.andNot(unequal(other, toleranceSeconds));
    return nearly;
  }

  private Digest128 digest(int at) {
    return new Digest128(sums[at], sums[at + 1]);
  }

  private void put(int at, Digest128 digest) {
    sums[at] = digest.high();
    sums[at + 1] = digest.low();
  }
}
