package dev.rekey.demo.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.demo.history.RowKey;
import dev.rekey.demo.history.RowState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DatasetTest {
  private final Dataset dataset = Dataset.ofAbout(220_000);

  @Test
  void mostRowsAreInOnePartition() {
    assertThat(dataset.loadedRows()).isEqualTo(220_000);
    assertThat(dataset.loadedRows(0)).isEqualTo(120_000);
    assertThat(dataset.loadedRows(1)).isEqualTo(1_000);
  }

  @Test
  void hotSensorReachesOverManyDays() {
    Duration span =
        Duration.between(
            dataset.timestamp(new RowKey(0, 0)), dataset.timestamp(new RowKey(0, 119_999)));

    assertThat(span.toDays()).isEqualTo(74);
  }

  @Test
  void keysAndTimestampsAreOneToOne() {
    for (RowKey key : List.of(new RowKey(0, 0), new RowKey(0, 130_000), new RowKey(37, 999))) {
      assertThat(dataset.keyOf(dataset.sensorId(key.sensor()), dataset.timestamp(key)))
          .contains(key);
    }
  }

  @Test
  void foreignRowsHaveNoKey() {
    RowKey key = new RowKey(37, 999);

    assertThat(dataset.keyOf("sensor-37", dataset.timestamp(key).plusMillis(1))).isEmpty();
    assertThat(dataset.keyOf("sensor-101", dataset.timestamp(key))).isEmpty();
    assertThat(dataset.keyOf("sensor-x", dataset.timestamp(key))).isEmpty();
    assertThat(dataset.keyOf("other", dataset.timestamp(key))).isEmpty();
  }

  @Test
  void rowsAreAFunctionOfTheirKeys() {
    RowKey key = new RowKey(3, 4);

    assertThat(dataset.initial(key)).isEqualTo(Dataset.ofAbout(220_000).initial(key));
    assertThat(dataset.initial(new RowKey(3, 1_000))).isInstanceOf(RowState.Unwritten.class);
  }
}
