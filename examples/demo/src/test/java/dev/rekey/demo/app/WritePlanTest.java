package dev.rekey.demo.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.demo.history.History;
import dev.rekey.demo.history.History.WriteKind;
import dev.rekey.demo.history.RowKey;
import dev.rekey.demo.history.RowState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class WritePlanTest {
  private static final int WRITERS = 4;
  private static final int WRITES = 3_000;

  private final Dataset dataset = Dataset.ofAbout(22_000);

  @Test
  void writersNeverMeet() {
    History history = new History(dataset::initial);
    Set<RowKey> all = new HashSet<>();
    int sum = 0;
    for (int writer = 0; writer < WRITERS; writer++) {
      OwnedKeys owned = new OwnedKeys(dataset, writer, WRITERS);
      Set<RowKey> keys = new HashSet<>();
      run(owned, history).forEach(write -> keys.addAll(write.made(0).keySet()));

      assertThat(keys).isNotEmpty().allMatch(owned::owns);
      all.addAll(keys);
      sum += keys.size();
    }

    assertThat(all).hasSize(sum);
  }

  @Test
  void everyKindOfWriteOccurs() {
    History history = new History(dataset::initial);
    run(new OwnedKeys(dataset, 1, WRITERS), history);

    Map<WriteKind, Long> counts = history.totals().acknowledged();
    assertThat(counts).containsOnlyKeys(WriteKind.values());
    assertThat(counts.values()).allMatch(count -> count >= WRITES / 100);
  }

  @Test
  void sameSeedMakesTheSameWrites() {
    OwnedKeys owned = new OwnedKeys(dataset, 2, WRITERS);

    assertThat(run(owned, new History(dataset::initial)))
        .isEqualTo(run(owned, new History(dataset::initial)));
  }

  @Test
  void updatesOnlyRowsThatExistWithoutTtl() {
    OwnedKeys owned = new OwnedKeys(dataset, 0, WRITERS);
    History history = new History(dataset::initial);
    WritePlan plan = new WritePlan(owned, history, new SplittableRandom(7));
    for (int i = 0; i < WRITES; i++) {
      ReadingWrite write = plan.next();
      if (write.kind() == WriteKind.UPDATE) {
        assertThat(history.newest(write.firstKey())).isInstanceOf(RowState.Present.class);
      }
      history.begin(write.kind(), write.made(0)).acknowledge();
    }
  }

  @Test
  void rowsInDoubtAreLeftAlone() {
    OwnedKeys owned = new OwnedKeys(dataset, 0, WRITERS);
    History history = new History(dataset::initial);
    WritePlan plan = new WritePlan(owned, history, new SplittableRandom(7));
    for (int i = 0; i < WRITES; i++) {
      ReadingWrite write = plan.next();
      // begin() throws if a row in doubt is written again.
      history.begin(write.kind(), write.made(0)).doubt();
    }

    assertThat(history.totals().unknown()).isEqualTo(WRITES);
  }

  private static List<ReadingWrite> run(OwnedKeys owned, History history) {
    WritePlan plan = new WritePlan(owned, history, new SplittableRandom(42));
    List<ReadingWrite> writes = new ArrayList<>();
    for (int i = 0; i < WRITES; i++) {
      ReadingWrite write = plan.next();
      history.begin(write.kind(), write.made(0)).acknowledge();
      writes.add(write);
    }
    return writes;
  }
}
