package dev.rekey.demo.app;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.StampedLock;

/**
 * One thread of the application: does one thing after another at a bounded rate, until it is
 * stopped.
 *
 * <p>It holds a read stamp of the gate during each action. Whoever takes the gate's write stamp
 * therefore knows that nothing is in flight, and nothing starts until the stamp is given back.
 */
final class Worker {
  private final Thread thread;
  private final StampedLock gate;
  private final Runnable action;
  private final long periodNanos;
  private volatile boolean stopped;

  Worker(String name, double perSecond, StampedLock gate, Runnable action) {
    this.gate = gate;
    this.action = action;
    this.periodNanos = (long) (TimeUnit.SECONDS.toNanos(1) / perSecond);
    this.thread = new Thread(this::run, name);
    this.thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Asks it to end after the action it is in; {@link #awaitEnd} waits for that. */
  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  /** Whether it has ended within this time. */
  boolean awaitEnd(long millis) {
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  private void run() {
    long next = System.nanoTime();
    while (!stopped) {
      long stamp = gate.readLock();
      try {
        action.run();
      } finally {
        gate.unlockRead(stamp);
      }

      // Late by more than a second (a pause, a slow server): go on from now, without a burst.
      long now = System.nanoTime();
      next = Math.max(next + periodNanos, now - TimeUnit.SECONDS.toNanos(1));
      while (!stopped && (now = System.nanoTime()) < next) {
        LockSupport.parkNanos(next - now);
      }
    }
  }
}
