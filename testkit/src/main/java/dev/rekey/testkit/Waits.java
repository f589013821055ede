package dev.rekey.testkit;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a server, for {@link CassandraNode#PATIENCE} at most. */
final class Waits {

  private static final long PROBE_NANOS = 150_000_000;

  private Waits() {}

  /**
   * Asks again and again until the answer is yes.
   *
   * @param what what is waited for, as in "waited for …"
   * @param details more for the message when time is up
   */
  static void until(String what, BooleanSupplier done, Supplier<String> details) {
    long deadline = System.nanoTime() + CassandraNode.PATIENCE.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new CassandraStartException(
            "Cannot wait any longer for %s: %d s have passed. %s"
                .formatted(what, CassandraNode.PATIENCE.toSeconds(), details.get()));
      }
      LockSupport.parkNanos(PROBE_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        throw new CassandraStartException("Cannot wait for %s: interrupted".formatted(what));
      }
    }
  }
}
