package dev.rekey.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.core.token.TokenRange;
import dev.rekey.core.token.TokenRanges;
import dev.rekey.testkit.junit.CassandraTest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@CassandraTest
final class ControlStoresIT {
  private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);

  private final CqlSession session;

  ControlStoresIT(CqlSession session) {
    this.session = session;
  }

  @BeforeAll
  static void createKeyspace(CqlSession session) {
    ControlKeyspace.create(session);
  }

  @Test
  void aMigrationIsWrittenOnlyByTheHolderOfTheNewestToken() {
    MigrationStore store = new MigrationStore(session);
    MigrationRecord created = migration("fenced", 1, mapping("fenced"));
    assertThat(store.create(created).isApplied()).isTrue();
    assertThat(store.create(created)).isEqualTo(LwtOutcome.REFUSED);
    assertThat(store.find("fenced")).contains(created);

    assertThat(store.takeOver("fenced", new MigrationRecord.Ownership("second", 2)).isApplied())
        .isTrue();
    assertThat(store.takeOver("fenced", new MigrationRecord.Ownership("late", 2)))
        .isEqualTo(LwtOutcome.REFUSED);

    MigrationRecord stale = created.withState(MigrationState.TARGET_CREATED);
    assertThat(store.update(created, stale, NOW)).isEqualTo(LwtOutcome.REFUSED);

    MigrationRecord seen = store.find("fenced").orElseThrow();
    MigrationRecord published =
        seen.withPublication(seen.publication().next(Phase.DUAL)).withFailure(Optional.of("why"));
    assertThat(store.update(seen, published, NOW).isApplied()).isTrue();
    assertThat(store.update(seen, published, NOW))
        .as("the same publication twice")
        .isEqualTo(LwtOutcome.REFUSED);
    MigrationRecord read = store.find("fenced").orElseThrow();
    assertThat(read.publication()).isEqualTo(new Publication(Phase.DUAL, 1, OptionalLong.empty()));
    assertThat(read.failure()).contains("why");
    assertThat(store.poll().toCompletableFuture().join()).contains(read);
    assertThat(store.all()).contains(read);
    assertThat(store.remove(read).isApplied()).isTrue();
    assertThat(store.find("fenced")).isEmpty();
  }

  @Test
  void phasesThatMustNotMeetAreNeverPublished() {
    Publication dual = new Publication(Phase.DUAL, 3, OptionalLong.of(7));
    assertThatThrownBy(() -> dual.next(Phase.DUAL_READ_TARGET))
        .hasMessageContaining("would lose writes between them");
    assertThat(dual.next(Phase.DUAL_STRICT).fence()).hasValue(7);
    assertThat(dual.fenced(9)).isEqualTo(new Publication(Phase.DUAL, 4, OptionalLong.of(9)));
  }

  @Test
  void aMappingIsReadBackAsItWasAndOnlyUnderItsChecksum() {
    MappingStore store = new MappingStore(session);
    KeyMapping mapping = mapping("mapped");
    store.save(mapping);
    store.save(mapping);
    MigrationRecord record = migration("mapped", 1, mapping);
    assertThat(store.load(record)).isEqualTo(mapping);

    store.saveSpec("mapped", "abc", "rekey: mapped\n");
    assertThat(store.spec("mapped", "abc")).contains("rekey: mapped\n");
    assertThat(store.spec("mapped", "other")).isEmpty();

    session.execute(
        "UPDATE rekey.mapping_column SET rule = 'hour(ts)' WHERE migration = 'mapped' AND checksum"
            + " = '"
            + mapping.checksum()
            + "' AND side = 'target' AND ordinal = 4");
    assertThatThrownBy(() -> store.load(record)).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> store.load(migration("unknown", 1, mapping)))
        .hasMessageContaining("none is stored under checksum");
  }

  @Test
  void anInstanceThatWasDeclaredDeadCannotRenew() {
    InstanceRegistry registry = new InstanceRegistry(session);
    InstanceRecord first = instance(NOW.plusSeconds(10), Map.of());
    assertThat(join(registry.register(first)).isApplied()).isTrue();
    assertThat(join(registry.register(first))).isEqualTo(LwtOutcome.REFUSED);

    InstanceRecord renewed = withLease(first, NOW.plusSeconds(20), Map.of("m", 4L));
    assertThat(join(registry.renew(renewed)).isApplied()).isTrue();
    assertThat(registry.markDead(first, NOW))
        .as("it renewed after it was read")
        .isEqualTo(LwtOutcome.REFUSED);
    InstanceRecord listed = only(registry, first.incarnation());
    assertThat(listed).isEqualTo(renewed);
    assertThat(listed.hasAcknowledged("m", 4)).isTrue();
    assertThat(listed.hasAcknowledged("m", 5)).isFalse();
    assertThat(listed.hasAcknowledged("other", 0)).isFalse();

    assertThat(registry.markDead(listed, NOW).isApplied()).isTrue();
    assertThat(join(registry.renew(renewed))).isEqualTo(LwtOutcome.REFUSED);
    assertThat(join(registry.close(renewed, NOW))).isEqualTo(LwtOutcome.REFUSED);
    InstanceRecord dead = only(registry, first.incarnation());
    assertThat(dead.status()).isEqualTo(InstanceRecord.Status.DEAD);
    assertThat(registry.remove(dead).isApplied()).isTrue();
    assertThat(registry.list())
        .extracting(InstanceRecord::incarnation)
        .doesNotContain(first.incarnation());
  }

  @Test
  void eventsAreKeptInOrder() {
    EventLog log = new EventLog(session);
    for (int i = 0; i < 3; i++) {
      log.append(
          "events",
          new EventRecord(
              Instant.now(),
              "transition",
              new EventRecord.Origin("ann", "host", "rekey start"),
              Optional.of("PLANNED"),
              Optional.empty(),
              "event " + i,
              Map.of("measured", "3")));
    }
    assertThat(log.list("events", NOW, Instant.now()))
        .extracting(EventRecord::message)
        .containsExactly("event 0", "event 1", "event 2");
  }

  @Test
  void rangesAndOrdersOfARunAreKept() {
    BackfillStore store = new BackfillStore(session);
    UUID id = Uuids.timeBased();
    BackfillRun run =
        new BackfillRun(
            "run",
            id,
            BackfillRun.Kind.COPY,
            BackfillRun.Status.RUNNING,
            new BackfillRun.Order(BackfillRun.Request.RUN, OptionalLong.empty()),
            5,
            77,
            2,
            BackfillRun.Totals.ZERO,
            Optional.empty(),
            NOW,
            Optional.empty());
    store.create(run);
    assertThat(store.find("run", id)).contains(run);
    store.order("run", id, new BackfillRun.Order(BackfillRun.Request.PAUSE, OptionalLong.of(100)));
    store.takeOver("run", id, 6);
    BackfillRun paused = store.find("run", id).orElseThrow();
    assertThat(paused.order().request()).isEqualTo(BackfillRun.Request.PAUSE);
    assertThat(paused.fencingToken()).isEqualTo(6);

    List<TokenRange> halves = TokenRanges.WHOLE.split(2);
    BackfillRun.Totals totals = new BackfillRun.Totals(1, 2, 3, 0);
    store.record("run", id, new RangeRecord(halves.get(0), totals, 1, Optional.empty()), NOW);
    store.record("run", id, new RangeRecord(halves.get(1), totals, 3, Optional.of("late")), NOW);
    assertThat(store.ranges("run", id))
        .containsExactlyInAnyOrder(
            new RangeRecord(halves.get(0), totals, 1, Optional.empty()),
            new RangeRecord(halves.get(1), totals, 3, Optional.of("late")));
    assertThat(store.runs("run")).hasSize(1);
  }

  @Test
  void evidenceCanBeVoided() {
    EvidenceStore store = new EvidenceStore(session);
    EvidenceRecord evidence =
        new EvidenceRecord(
            Uuids.timeBased(),
            4,
            EvidenceRecord.Verdict.EQUAL,
            new EvidenceRecord.Side(10, "aa"),
            new EvidenceRecord.Side(10, "aa"),
            EvidenceRecord.Differences.NONE,
            List.of("k=1"),
            NOW,
            NOW,
            NOW.plusSeconds(60),
            Optional.empty());
    store.save("evidence", evidence);
    assertThat(store.latest("evidence")).contains(evidence);
    store.markVoid("evidence", evidence.id(), "an instance died");
    assertThat(store.latest("evidence").orElseThrow().voided()).contains("an instance died");
  }

  private static <T> T join(java.util.concurrent.CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private static InstanceRecord only(InstanceRegistry registry, UUID incarnation) {
    return registry.list().stream()
        .filter(instance -> instance.incarnation().equals(incarnation))
        .findFirst()
        .orElseThrow();
  }

  private static InstanceRecord instance(Instant until, Map<String, Long> acknowledged) {
    return new InstanceRecord(
        UUID.randomUUID(),
        new InstanceRecord.Process("app", "host", 1, "0.1", Set.of(1)),
        InstanceRecord.Status.LIVE,
        new InstanceRecord.Lease(until, Duration.ofSeconds(10), Duration.ofSeconds(2)),
        5,
        acknowledged,
        Map.of("m/mirrored", 3L),
        NOW,
        Optional.empty());
  }

  private static InstanceRecord withLease(
      InstanceRecord record, Instant until, Map<String, Long> acknowledged) {
    return new InstanceRecord(
        record.incarnation(),
        record.process(),
        record.status(),
        new InstanceRecord.Lease(until, record.lease().length(), record.lease().requestTimeout()),
        record.clockMicros(),
        acknowledged,
        record.counters(),
        record.startedAt(),
        record.endedAt());
  }

  static KeyMapping mapping(String migration) {
    List<Column> source =
        List.of(
            new Column("sensor_id", "text", ColumnKind.PARTITION_KEY, 0, false),
            new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, false),
            new Column("value", "double", ColumnKind.REGULAR, 0, false));
    List<Column> target =
        List.of(
            new Column("sensor_id", "text", ColumnKind.PARTITION_KEY, 0, false),
            new Column("day", "date", ColumnKind.PARTITION_KEY, 1, false),
            new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, true),
            new Column("value", "double", ColumnKind.REGULAR, 0, false));
    return new KeyMapping(
        migration,
        KeyMapping.FORMAT_VERSION,
        new TableShape("telemetry", "readings", source),
        new TableShape("telemetry", "readings_by_day", target),
        Map.of("day", Derivations.parse("date(ts)")));
  }

  static MigrationRecord migration(String name, long token, KeyMapping mapping) {
    return new MigrationRecord(
        name,
        MigrationState.PLANNED,
        new Publication(Phase.SOURCE, 0, OptionalLong.empty()),
        new TableName("telemetry", "readings"),
        new TableName("telemetry", "readings_by_day"),
        new MigrationRecord.MappingReference(mapping.checksum(), 1, "spec"),
        new MigrationSettings(
            1,
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ZERO,
            RowMarker.INSERT,
            WriteMode.LOGGED_BATCH),
        new MigrationRecord.Ownership("first", token),
        Optional.empty(),
        Optional.empty(),
        NOW,
        NOW);
  }
}
