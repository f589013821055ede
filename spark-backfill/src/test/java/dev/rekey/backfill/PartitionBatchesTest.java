package dev.rekey.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class PartitionBatchesTest {

  private final List<List<TargetRow>> sent = new ArrayList<>();

  @Test
  void gathersInterleavedRowsByPartition() throws InterruptedException {
    PartitionBatches batches = new PartitionBatches(1, 10, 10_000, sent::add);
    for (int i = 0; i < 6; i++) {
      batches.add(row(i % 2, i, 1, 1));
    }
    assertThat(sent).isEmpty();
    batches.flush();
    assertThat(sent).hasSize(2).allMatch(batch -> batch.size() == 3);
    assertThat(sent.get(0)).extracting(r -> r.key().get(0)).containsOnly(part(0));
  }

  @Test
  void closesABatchBeforeItExceedsStatementsOrBytes() throws InterruptedException {
    PartitionBatches byStatements = new PartitionBatches(1, 4, 10_000, sent::add);
    for (int i = 0; i < 3; i++) {
      byStatements.add(row(0, i, 2, 1));
    }
    assertThat(sent).hasSize(1);
    assertThat(sent.get(0)).hasSize(2);

    sent.clear();
    PartitionBatches byBytes = new PartitionBatches(1, 100, 250, sent::add);
    byBytes.add(row(0, 1, 1, 200));
    byBytes.add(row(0, 2, 1, 200));
    assertThat(sent).hasSize(1);
  }

  @Test
  void rowBeyondTheBoundsTravelsAloneAndWhole() throws InterruptedException {
    PartitionBatches batches = new PartitionBatches(1, 2, 100, sent::add);
    batches.add(row(0, 1, 5, 500));
    batches.add(row(0, 2, 1, 1));
    batches.flush();
    assertThat(sent).hasSize(2);
    assertThat(sent.get(0)).hasSize(1);
  }

  @Test
  void bothBoundsOnOpenPartitionsHold() throws InterruptedException {
    PartitionBatches batches = new PartitionBatches(1, 10, 10_000, sent::add);
    for (int i = 0; i < 300; i++) {
      batches.add(row(i, 0, 1, 1));
    }
    assertThat(sent).hasSize(300 - 256);
    batches.flush();
    assertThat(sent).hasSize(300);
  }

  private static TargetRow row(int partition, int clustering, int groups, int bytes) {
    List<WriteGroup> list = new ArrayList<>();
    for (int i = 0; i < groups; i++) {
      list.add(
          new WriteGroup(
              WriteGroup.Verb.UPDATE,
              i,
              OptionalLong.empty(),
              List.of(
                  new Cell(
                      0, ByteBuffer.allocate(bytes), OptionalLong.of(i), OptionalLong.empty()))));
    }
    return new TargetRow(List.of(part(partition), part(clustering)), list, 0);
  }

  private static ByteBuffer part(int value) {
    return ByteBuffer.allocate(4).putInt(0, value);
  }
}
