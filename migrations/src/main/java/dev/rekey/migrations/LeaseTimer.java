package dev.rekey.migrations;

import java.time.Duration;

/** Runs renewals in the background. Injected so that tests decide when. */
public interface LeaseTimer {
  /** Runs {@code task} once, {@code delay} from now. */
  Scheduled schedule(Duration delay, Runnable task);

  /** A task that was scheduled. */
  interface Scheduled {
    /** Keeps the task from starting; a running one is not interrupted. */
    void cancel();
  }

  /**
   * One daemon thread that ends by itself when it has nothing to do. Renewals block it for at most
   * a request timeout, so each lock has its own.
   */
  static LeaseTimer daemonThread() {
    return new DaemonLeaseTimer();
  }
}
