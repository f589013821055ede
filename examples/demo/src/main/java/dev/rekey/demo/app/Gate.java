package dev.rekey.demo.app;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets many threads act at once, or one alone.
 *
 * <p>A fair semaphore: whoever wants to be alone takes all permits, and threads that come later
 * queue up behind. (A stamped lock lets them barge past, and with steady traffic the one that waits
 * to be alone starves.)
 */
final class Gate {
  private static final int ALL = 1024;

  private final Semaphore permits = new Semaphore(ALL, true);

  /** Acts beside others. */
  void pass(Runnable action) {
    permits.acquireUninterruptibly();
    try {
      action.run();
    } finally {
      permits.release();
    }
  }

  /**
   * Acts alone, when all that are inside have left.
   *
   * @throws IllegalStateException if they have not left in time
   */
  void alone(Runnable action, long patienceSeconds) {
    try {
      if (!permits.tryAcquire(ALL, patienceSeconds, TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            "Cannot pause the application: a request is still in flight after %d s"
                .formatted(patienceSeconds));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Cannot pause the application: interrupted", e);
    }

    try {
      action.run();
    } finally {
      permits.release(ALL);
    }
  }
}
