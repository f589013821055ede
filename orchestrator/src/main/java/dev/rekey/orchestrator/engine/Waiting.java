package dev.rekey.orchestrator.engine;

import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Time that passes by the monotonic clock; the only place that sleeps. */
public final class Waiting {

  private final long endNanos;

  private Waiting(long endNanos) {
    this.endNanos = endNanos;
  }

  /** A wait with an end. */
  public static Waiting atMost(Duration bound) {
    return new Waiting(System.nanoTime() + bound.toNanos());
  }

  /** Whether the end has come. */
  public boolean over() {
    return System.nanoTime() - endNanos >= 0;
  }

  /** Sleeps. */
  public void pause(Duration duration) {
    try {
      TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RekeyException(
          ExitCode.ABORTED,
          "Cannot go on: interrupted while waiting",
          "run the same command again; it continues",
          e);
    }
  }
}
