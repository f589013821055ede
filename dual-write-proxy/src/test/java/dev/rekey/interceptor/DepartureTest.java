package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.interceptor.Departure.Attempt;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DepartureTest {
  private final Lease lease =
      new Lease(Duration.ofSeconds(10), InstantSource.system(), System::nanoTime);
  private final AtomicInteger closed = new AtomicInteger();

  @BeforeEach
  void hold() {
    lease.renewedAt(lease.now());
  }

  @Test
  void noRequestCanBeginWhenTheRowIsClosed() {
    Departure departure =
        new Departure(
            () -> true,
            lease,
            () -> {
              assertThat(lease.isValid()).isFalse();
              closed.incrementAndGet();
            });
    assertThat(departure.attempt()).isEqualTo(Attempt.GONE);
    assertThat(closed).hasValue(1);
  }

  @Test
  void whatIsUnderWayKeepsTheLeaseAndTheRow() {
    Departure departure = new Departure(() -> false, lease, closed::incrementAndGet);
    assertThat(departure.attempt()).isEqualTo(Attempt.BUSY);
    assertThat(lease.isValid()).isTrue();
    assertThat(closed).hasValue(0);
  }

  @Test
  void aRequestAdmittedInTheLastMomentIsWaitedFor() {
    Deque<Boolean> idle = new ArrayDeque<>(List.of(true, false, true, true));
    Departure departure = new Departure(idle::poll, lease, closed::incrementAndGet);
    assertThat(departure.attempt()).isEqualTo(Attempt.BUSY);
    assertThat(lease.isValid()).as("it was the last one").isFalse();
    assertThat(closed).hasValue(0);
    assertThat(departure.attempt()).isEqualTo(Attempt.GONE);
    assertThat(closed).hasValue(1);
  }
}
