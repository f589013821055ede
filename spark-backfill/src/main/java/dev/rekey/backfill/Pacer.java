package dev.rekey.backfill;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;

/**
 * Keeps one task below its rows per second, and well below after the cluster asked for mercy.
 *
 * <p>Used by the task's own thread only, except {@link #slowDown}, which completions call.
 */
final class Pacer {

  private static final double LOWEST_FACTOR = 1.0 / 64;
  private static final double RECOVERY_PER_SECOND = 1.1;
  private static final long LONGEST_PARK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final DoubleSupplier rowsPerSecond;
  private long nextFreeNanos = System.nanoTime();
  private long recoveredNanos = nextFreeNanos;
  private volatile double factor = 1.0;

  Pacer(DoubleSupplier rowsPerSecond) {
    this.rowsPerSecond = rowsPerSecond;
  }

  /** Waits until this many more rows may be written; a second of unused time is the most saved. */
  void acquire(int rows) throws InterruptedException {
    long now = System.nanoTime();
    recover(now);
    nextFreeNanos = Math.max(nextFreeNanos, now - LONGEST_PARK_NANOS);
    while (nextFreeNanos - now > 0) {
      LockSupport.parkNanos(Math.min(nextFreeNanos - now, LONGEST_PARK_NANOS));
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting for the rate limit");
      }
      now = System.nanoTime();
    }
    double rate = Math.max(0.1, rowsPerSecond.getAsDouble() * factor);
    nextFreeNanos += (long) (rows * (double) Duration.ofSeconds(1).toNanos() / rate);
  }

  /** A write timed out or was refused as too much: halves the rate. */
  void slowDown() {
    // A lost update among completions that race here halves once instead of twice: harmless.
    factor = Math.max(LOWEST_FACTOR, factor / 2);
  }

  private void recover(long now) {
    double seconds = (now - recoveredNanos) / 1e9;
    if (seconds >= 1) {
      factor = Math.min(1.0, factor * Math.pow(RECOVERY_PER_SECOND, seconds));
      recoveredNanos = now;
    }
  }
}
