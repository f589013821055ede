package dev.rekey.migrations;

import java.time.Duration;
import java.time.Instant;

/** The two clocks a lease needs, and a way to wait by them. Injected so that tests own time. */
public interface LeaseClock {
  /** Nanoseconds of a clock that never jumps back; only differences mean anything. */
  long monotonicNanos();

  /** Wall-clock time; only a second opinion, because it can jump. */
  Instant wallTime();

  /** Waits for {@code duration}. */
  void sleep(Duration duration) throws InterruptedException;

  /** The clocks of this machine. */
  static LeaseClock system() {
    return SystemLeaseClock.INSTANCE;
  }
}
