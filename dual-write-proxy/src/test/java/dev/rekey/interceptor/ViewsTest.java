package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationSettings;
import dev.rekey.control.Publication;
import dev.rekey.control.RowMarker;
import dev.rekey.control.TableName;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ViewsTest {
  private final AtomicLong nanos = new AtomicLong(-3);
  private final FleetState state =
      new FleetState(new Lease(Duration.ofSeconds(10), InstantSource.system(), nanos::get), null);

  @Test
  void anEpochIsDrainedWhenNothingRunsUnderAnOlderOne() {
    Views views = views(Duration.ofSeconds(2));
    views.applyBeforeFirstRequest(List.of(record(Phase.SOURCE, 1)));
    EpochGate first = state.view().migration("m").orElseThrow().gate();
    assertThat(views.drained()).containsEntry("m", 1L);

    first.enter();
    views.apply(List.of(record(Phase.DUAL, 2)));
    assertThat(state.view().migration("m").orElseThrow().phase()).isEqualTo(Phase.DUAL);
    assertThat(views.drained()).isEmpty();
    assertThat(views.isDraining()).isTrue();
    first.leave();
    assertThat(views.drained()).containsEntry("m", 2L);
    assertThat(views.isDraining()).isFalse();
  }

  /** Such a request may have written the source alone, and no gate knows of it. */
  @Test
  void requestsThatBeganBeforeAMigrationWasSeenAreWaitedForByTime() {
    Views views = views(Duration.ofSeconds(2));
    views.applyBeforeFirstRequest(List.of());
    views.apply(List.of(record(Phase.DUAL, 2)));
    pass(1_999);
    assertThat(views.drained()).isEmpty();
    views.apply(List.of(record(Phase.DUAL, 3)));
    assertThat(views.drained()).isEmpty();
    assertThat(views.isDraining()).isTrue();
    pass(1);
    assertThat(views.drained()).containsEntry("m", 3L);
  }

  @Test
  void negativeControlWithoutSettlingTheEpochIsAcknowledgedAtOnce() {
    Views views = views(Duration.ZERO);
    views.apply(List.of(record(Phase.DUAL, 2)));
    assertThat(views.drained()).containsEntry("m", 2L);
  }

  @Test
  void anOlderReadChangesNothingAndARolledBackMigrationIsForgotten() {
    Views views = views(Duration.ZERO);
    views.apply(List.of(record(Phase.DUAL, 5)));
    FleetView before = state.view();
    views.apply(List.of(record(Phase.SOURCE, 4)));
    assertThat(state.view()).isSameAs(before);

    views.apply(List.of(record(Phase.SOURCE, 6).withState(MigrationState.ROLLED_BACK)));
    assertThat(state.view().migration("m")).isEmpty();
    assertThat(state.view().understanding().isEmpty()).isTrue();
    assertThat(views.drained()).containsEntry("m", 6L);
  }

  private Views views(Duration settling) {
    return new Views(state, ViewsTest::mapping, nanos::get, settling);
  }

  private void pass(long millis) {
    nanos.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  private static KeyMapping mapping(MigrationRecord record) {
    Column key = new Column("k", "int", ColumnKind.PARTITION_KEY, 0, false);
    return new KeyMapping(
        record.name(),
        KeyMapping.FORMAT_VERSION,
        new TableShape("ks", "s", List.of(key)),
        new TableShape("ks", "t", List.of(key)),
        Map.of());
  }

  private static MigrationRecord record(Phase phase, long epoch) {
    return new MigrationRecord(
        "m",
        MigrationState.TARGET_CREATED,
        new Publication(phase, epoch, OptionalLong.empty()),
        new TableName("ks", "s"),
        new TableName("ks", "t"),
        new MigrationRecord.MappingReference("c", KeyMapping.FORMAT_VERSION, "s"),
        new MigrationSettings(
            1, Duration.ofSeconds(10), Duration.ofSeconds(5), Duration.ZERO, RowMarker.INSERT),
        new MigrationRecord.Ownership("me", 1),
        Optional.empty(),
        Optional.empty(),
        Instant.EPOCH,
        Instant.EPOCH);
  }
}
