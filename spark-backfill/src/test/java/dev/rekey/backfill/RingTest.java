package dev.rekey.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.core.token.TokenRange;
import dev.rekey.core.token.TokenRanges;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RingTest {

  @Test
  void whatIsLeftDoesNotDependOnHowTheRingWasDividedBefore() {
    List<TokenRange> done = TokenRanges.WHOLE.split(7).subList(1, 4);
    List<RangeTask> tasks =
        TokenRanges.WHOLE.split(10).stream()
            .map(r -> new RangeTask(r.start(), r.end(), List.of("h")))
            .toList();

    List<RangeTask> left = Ring.minus(tasks, done);

    List<TokenRange> together = new ArrayList<>(done);
    left.forEach(task -> together.add(task.range()));
    TokenRanges.requireTiling(together);
    assertThat(left).allMatch(task -> task.hosts().equals(List.of("h")));
    assertThat(Ring.fraction(done)).isBetween(0.42, 0.43);
    assertThat(Ring.minus(tasks, TokenRanges.WHOLE.split(3))).isEmpty();
  }
}
