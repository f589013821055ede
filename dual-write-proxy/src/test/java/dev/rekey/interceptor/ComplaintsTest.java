package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ComplaintsTest {
  private final AtomicLong nanos = new AtomicLong(-5);
  private final List<String> loud = new ArrayList<>();
  private final List<String> quiet = new ArrayList<>();
  private final Complaints complaints =
      new Complaints(
          Duration.ofSeconds(10), Duration.ofSeconds(30), nanos::get, loud::add, quiet::add);

  @Test
  void whatIsBeingMadeIsSaidOnceAndOnlyIfItLasts() {
    complaints.aboutUnfinished("half");
    pass(29);
    complaints.aboutUnfinished("half");
    assertThat(loud).isEmpty();
    assertThat(quiet).hasSize(2);
    assertThat(complaints.isOutOfPatience()).isFalse();
    pass(1);
    complaints.aboutUnfinished("half");
    complaints.aboutUnfinished("half");
    assertThat(loud).containsExactly("half");
    assertThat(complaints.isOutOfPatience()).isTrue();
  }

  @Test
  void theNextTimeHasPatienceAgain() {
    complaints.aboutUnfinished("half");
    pass(60);
    complaints.finished();
    complaints.aboutUnfinished("half");
    assertThat(loud).isEmpty();
  }

  @Test
  void aProblemIsSaidAtOnceAndRepeatedSeldom() {
    complaints.about("down");
    pass(9);
    complaints.about("down");
    assertThat(loud).containsExactly("down");
    complaints.about("other");
    assertThat(loud).containsExactly("down", "other");
    pass(10);
    complaints.about("other");
    assertThat(loud).hasSize(3);
  }

  private void pass(int seconds) {
    nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }
}
