package dev.rekey.backfill;

import java.util.concurrent.atomic.LongAdder;

/** Counts rows of this JVM as they are sent, for progress only. */
final class Meter {
  private final LongAdder rows = new LongAdder();

  void add(long count) {
    rows.add(count);
  }

  long rows() {
    return rows.sum();
  }
}
