package dev.rekey.demo.app;

import dev.rekey.demo.history.RowKey;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.random.RandomGenerator;

/** The rows written last, by anybody; readers prefer them, since faults would show there first. */
final class RecentKeys {
  private static final int KEPT = 4096;

  private final AtomicReferenceArray<RowKey> keys = new AtomicReferenceArray<>(KEPT);
  private final AtomicLong added = new AtomicLong();

  void add(RowKey key) {
    keys.set((int) (added.getAndIncrement() % KEPT), key);
  }

  Optional<RowKey> any(RandomGenerator random) {
    long count = Math.min(added.get(), KEPT);
    // The slot may still be empty: its number is taken before it is filled.
    return count == 0
        ? Optional.empty()
        : Optional.ofNullable(keys.get((int) random.nextLong(count)));
  }
}
