package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LeaseTest {
  private final AtomicLong nanos = new AtomicLong(5);
  private final AtomicLong wallMillis = new AtomicLong(1_000_000);
  private final Lease lease =
      new Lease(Duration.ofSeconds(10), () -> Instant.ofEpochMilli(wallMillis.get()), nanos::get);

  @Test
  void aLeaseThatWasNeverGrantedIsNotValid() {
    assertThat(lease.isValid()).isFalse();
  }

  @Test
  void itRunsFromBeforeTheRenewalWasSent() {
    Lease.Moment sent = lease.now();
    pass(9_000, 9_000);
    lease.renewedAt(sent);
    assertThat(lease.isValid()).isTrue();
    pass(1_000, 1_000);
    assertThat(lease.isValid()).isFalse();
  }

  @Test
  void eitherClockLetsItLapse() {
    lease.renewedAt(lease.now());
    pass(0, 10_000);
    assertThat(lease.isValid()).as("the monotonic clock stood still").isFalse();
    lease.renewedAt(lease.now());
    pass(10_000, -5_000);
    assertThat(lease.isValid()).as("the wall clock was set back").isFalse();
  }

  private void pass(long monotonicMillis, long wall) {
    nanos.addAndGet(Duration.ofMillis(monotonicMillis).toNanos());
    wallMillis.addAndGet(wall);
  }
}
