package dev.rekey.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JobProgressTest {

  private final JobProgress copy = JobProgress.of("copy");
  private final JobProgress verify = JobProgress.of("verify");

  @Test
  void saysWhereTheJobStands() {
    assertThat(
            copy.words(
                "rows=12345 ranges=3/64 percent=4.7 rate=5000 eta=unknown waiting=none", at(0)))
        .isEqualTo("copying: 4 % (3 of 64 ranges), 12,345 rows, 5,000 rows/s");
    assertThat(copy.words("rows=12345 ranges=3/64 percent=4.7 rate=0 waiting=paused", at(1)))
        .endsWith("; waiting: paused");
  }

  @Test
  void aNewRoundIsNamedAndNothingRunsBackwardsWithinOne() {
    assertThat(verify.words("rows=10 ranges=1/2 percent=50.0", at(0))).startsWith("comparing: 50");
    assertThat(verify.words("rows=9 ranges=1/2 percent=50.0", at(1))).contains("10 rows");
    assertThat(verify.words("rows=20 ranges=2/2 percent=100.0", at(2)))
        .startsWith("comparing: 100 %");
    assertThat(verify.words("rows=0 ranges=0/2 percent=0.0", at(3)))
        .isEqualTo("looking at differences: 0 % (0 of 2 ranges), 0 rows");
  }

  @Test
  void anEstimateThatNeverComesTrueIsNotShown() {
    for (int second = 0; second < 60; second++) {
      assertThat(copy.words("rows=1 ranges=1/2 percent=99.0 rate=10 eta=1s", at(second)))
          .as("after %d s", second)
          .doesNotContain("left");
    }
  }

  @Test
  void anEstimateThatHoldsForSomeTimeIsShown() {
    String last = "";
    for (int second = 0; second <= 12; second++) {
      last =
          copy.words("rows=1 ranges=1/2 percent=1.0 eta=%ds".formatted(200 - second), at(second));
      if (second < 10) {
        assertThat(last).doesNotContain("left");
      }
    }
    assertThat(last).endsWith(", about 3 min 8 s left");
  }

  private static long at(int seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }
}
