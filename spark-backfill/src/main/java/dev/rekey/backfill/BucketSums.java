package dev.rekey.backfill;

import dev.rekey.core.digest.Digest128;
import dev.rekey.core.digest.RowDigest;
import java.io.Serializable;
import java.util.BitSet;

/**
 * Sums of row digests by bucket of the source key: independent of order, so ranges can be added in
 * any order and two tables compared without a join. Not thread-safe.
 */
final class BucketSums implements Serializable {

  private static final long serialVersionUID = 1L;
  private static final int WIDTH = 5;

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
    put(at + 1, digest(at + 1).plus(row.content()));
    put(at + 3, digest(at + 3).plus(row.expiry()));
  }

  void add(BucketSums other) {
    for (int at = 0; at < sums.length; at += WIDTH) {
      sums[at] += other.sums[at];
      put(at + 1, digest(at + 1).plus(other.digest(at + 1)));
      put(at + 3, digest(at + 3).plus(other.digest(at + 3)));
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
      total = total.plus(digest(at + 1));
    }
    return total;
  }

  /** The buckets in which the two differ. */
  BitSet unequal(BucketSums other) {
    BitSet unequal = new BitSet(buckets());
    for (int i = 0; i < sums.length; i++) {
      if (sums[i] != other.sums[i]) {
        unequal.set(i / WIDTH);
      }
    }
    return unequal;
  }

  private Digest128 digest(int at) {
    return new Digest128(sums[at], sums[at + 1]);
  }

  private void put(int at, Digest128 digest) {
    sums[at] = digest.high();
    sums[at + 1] = digest.low();
  }
}
