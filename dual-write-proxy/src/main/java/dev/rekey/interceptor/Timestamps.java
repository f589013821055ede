package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.time.TimestampGenerator;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The one timestamp of each logical write, in microseconds: the application's generator decides,
 * but never below the fence, and never twice the same where the fence decides.
 */
final class Timestamps {
  private final TimestampGenerator generator;
  private final InstantSource clock;
  private final AtomicLong lastRaised = new AtomicLong(Long.MIN_VALUE);

  Timestamps(TimestampGenerator generator, InstantSource clock) {
    this.generator = generator;
    this.clock = clock;
  }

  /** Greater than {@code fence}. */
  long next(long fence) {
    long drawn = generator.next();
    boolean usable = drawn != Statement.NO_DEFAULT_TIMESTAMP && drawn > fence;
    if (usable && drawn > lastRaised.get()) {
      return drawn;
    }
    long least = Math.max(fence + 1, drawn == Statement.NO_DEFAULT_TIMESTAMP ? now() : drawn);
    return lastRaised.accumulateAndGet(least, (last, wanted) -> Math.max(last + 1, wanted));
  }

  /** What the driver itself would draw; none if the server shall decide. */
  long draw() {
    return generator.next();
  }

  /** What this process would stamp a write with now, without a fence. */
  long clockMicros() {
    long drawn = generator.next();
    long now = Math.max(now(), lastRaised.get());
    return drawn == Statement.NO_DEFAULT_TIMESTAMP ? now : Math.max(drawn, now);
  }

  private long now() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }
}
