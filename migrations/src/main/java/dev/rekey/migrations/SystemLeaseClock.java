package dev.rekey.migrations;

import java.time.Duration;
import java.time.Instant;

enum SystemLeaseClock implements LeaseClock {
  INSTANCE;

  @Override
  public long monotonicNanos() {
    return System.nanoTime();
  }

  @Override
  public Instant wallTime() {
    return Instant.now();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    Thread.sleep(duration.toMillis(), duration.toNanosPart() % 1_000_000);
  }
}
