package dev.rekey.demo.app;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread of the application: does one thing after another at a bounded rate, until it is
 * stopped.
 *
 * <p>Each action passes the gate, so whoever is alone behind the gate knows that nothing is in
 * flight, and nothing starts until he has left.
 */
final class Worker {
  private final Thread thread;
  private final Gate gate;
  private final Runnable action;
  private final long periodNanos;
  private volatile boolean stopped;

  Worker(String name, double perSecond, Gate gate, Runnable action) {
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
      gate.pass(action);

      // Late by more than a second (a pause, a slow server): go on from now, without a burst.
      long now = System.nanoTime();
      next = Math.max(next + periodNanos, now - TimeUnit.SECONDS.toNanos(1));
      while (!stopped && (now = System.nanoTime()) < next) {
        LockSupport.parkNanos(next - now);
      }
    }
  }
}
