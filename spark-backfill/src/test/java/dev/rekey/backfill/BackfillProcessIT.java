package dev.rekey.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.rekey.control.BackfillRun;
import dev.rekey.control.EvidenceRecord;
import dev.rekey.control.EvidenceStore;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationStore;
import dev.rekey.control.RangeRecord;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.token.TokenRanges;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@CassandraTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class BackfillProcessIT {

  private static final int ROWS = 3000;

  private CqlSession session;
  private CassandraCluster cluster;
  private CopyBench bench;
  private ControlFixture control;

  @BeforeAll
  void fill(CqlSession sharedSession, TestKeyspace keyspace, CassandraCluster sharedCluster) {
    session = sharedSession;
    cluster = sharedCluster;
    bench = new CopyBench(session, keyspace.name());
    control = new ControlFixture(session);
    bench.run(
        "CREATE TABLE KS.readings (id int, ts timestamp, v text, PRIMARY KEY (id, ts))",
        "CREATE TABLE KS.readings_new (id int, day date, ts timestamp, v text,"
            + " PRIMARY KEY ((id, day), ts))");
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO " + keyspace.table("readings") + " (id, ts, v) VALUES (?, ?, ?)");
    for (int i = 0; i < ROWS; i++) {
      session.execute(
          insert.bind(
              i % 500, java.time.Instant.ofEpochSecond(1_700_000_000L + i * 7200L), "v" + i));
    }
  }

  private MigrationRecord migration(String name) {
    KeyMapping mapping = bench.mapping("readings", "readings_new", Map.of("day", "date(ts)"));
    return control.dualWriting(
        new KeyMapping(
            name, mapping.formatVersion(), mapping.source(), mapping.target(), mapping.rules()));
  }

  private BackfillProcess copy(BackfillRun run) throws java.io.IOException {
    return BackfillProcess.start(
        cluster, "copy", "--migration", run.migration(), "--run", run.run().toString());
  }

  @Test
  void killedInTheMiddleItGoesOnWithoutCopyingFinishedRangesAgain() throws Exception {
    bench.run("TRUNCATE KS.readings_new");
    BackfillRun run = control.run(migration("killed"), at(400));
    try (BackfillProcess first = copy(run)) {
      await()
          .atMost(Duration.ofSeconds(120))
          .until(() -> !first.isAlive() || done(run).size() >= 5);
      first.kill();
    }
    List<RangeRecord> before = done(run);
    assertThat(before).hasSizeBetween(5, 31);
    Map<RangeRecord, Object> stamps = stamps(run.run());
    control.runs().order(run.migration(), run.run(), at(100_000));

    try (BackfillProcess second = copy(run)) {
      assertThat(second.exitCode()).as("%s", second.lines()).isZero();
      assertThat(second.lines()).anyMatch(line -> line.startsWith("@progress rows="));
      assertThat(second.lines()).last().isEqualTo("@result exit=0 done");
    }

    List<RangeRecord> after = done(run);
    TokenRanges.requireTiling(after.stream().map(RangeRecord::range).toList());
    assertThat(stamps(run.run())).containsAllEntriesOf(stamps);
    BackfillRun stored = control.stored(run.migration(), run.run());
    assertThat(stored.status()).isEqualTo(BackfillRun.Status.DONE);
    assertThat(stored.totals().rows()).isEqualTo(ROWS);
    assertThat(bench.rows("SELECT id, ts, v, writetime(v) FROM KS.readings_new"))
        .containsExactlyInAnyOrderElementsOf(
            bench.rows("SELECT id, ts, v, writetime(v) FROM KS.readings"));
    verifyStoresWhatItFinds(run.migration());
  }

  private void verifyStoresWhatItFinds(String migration) throws Exception {
    try (BackfillProcess equal = verify(migration)) {
      assertThat(equal.exitCode()).as("%s", equal.lines()).isZero();
    }
    EvidenceRecord evidence = new EvidenceStore(session).latest(migration).orElseThrow();
    assertThat(evidence.verdict()).isEqualTo(EvidenceRecord.Verdict.EQUAL);
    assertThat(evidence.source().rows()).isEqualTo(ROWS);
    assertThat(evidence.target()).isEqualTo(evidence.source());
    assertThat(evidence.epoch()).isEqualTo(2);
    assertThat(Duration.between(evidence.finishedAt(), evidence.expiresAt()))
        .isEqualTo(Duration.ofHours(24));

    bench.run(
        "INSERT INTO KS.readings_new (id, day, ts, v)"
            + " VALUES (7, '2023-11-14', '2023-11-14T01:00:00Z', 'orphan')");
    try (BackfillProcess different = verify(migration)) {
      assertThat(different.exitCode()).isEqualTo(14);
      assertThat(different.lines()).anyMatch(line -> line.contains("orphan=1 ttl=0 unresolved=0"));
    }
    EvidenceRecord found = new EvidenceStore(session).latest(migration).orElseThrow();
    assertThat(found.verdict()).isEqualTo(EvidenceRecord.Verdict.DIFFERENT);
    assertThat(found.samples())
        .singleElement()
        .asString()
        .startsWith("orphan id=7, ts='2023-11-14T01:00:00");
  }

  private BackfillProcess verify(String migration) throws java.io.IOException {
    return BackfillProcess.start(cluster, "verify", "--migration", migration);
  }

  @Test
  void itStopsWhenAnotherOwnerTakesTheMigrationOver() throws Exception {
    MigrationRecord migration = migration("fenced");
    BackfillRun run = control.run(migration, at(100));
    try (BackfillProcess process = copy(run)) {
      await().atMost(Duration.ofSeconds(120)).until(() -> !done(run).isEmpty());
      new MigrationStore(session)
          .takeOver(
              migration.name(), new MigrationRecord.Ownership("another", ControlFixture.TOKEN + 1));
      assertThat(process.exitCode()).isEqualTo(13);
    }
    assertThat(control.stored("fenced", run.run()).status()).isEqualTo(BackfillRun.Status.RUNNING);
  }

  @Test
  void itPausesAndAbortsOnRequest() throws Exception {
    BackfillRun run = control.run(migration("asked"), at(100));
    try (BackfillProcess process = copy(run)) {
      await().atMost(Duration.ofSeconds(120)).until(() -> !done(run).isEmpty());
      control
          .runs()
          .order(
              "asked",
              run.run(),
              new BackfillRun.Order(BackfillRun.Request.PAUSE, OptionalLong.empty()));
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> process.lines().stream().anyMatch(l -> l.endsWith("waiting=paused")));
      control
          .runs()
          .order(
              "asked",
              run.run(),
              new BackfillRun.Order(BackfillRun.Request.ABORT, OptionalLong.empty()));
      assertThat(process.exitCode()).isEqualTo(12);
    }
    assertThat(control.stored("asked", run.run()).status()).isEqualTo(BackfillRun.Status.ABORTED);
  }

  @Test
  void itEndsWithItsParent() throws Exception {
    BackfillRun run = control.run(migration("orphaned"), at(10));
    try (BackfillProcess process = copy(run)) {
      process.closePipe();
      assertThat(process.exitCode()).isEqualTo(12);
    }
  }

  private static BackfillRun.Order at(long rowsPerSecond) {
    return new BackfillRun.Order(BackfillRun.Request.RUN, OptionalLong.of(rowsPerSecond));
  }

  private List<RangeRecord> done(BackfillRun run) {
    return control.runs().ranges(run.migration(), run.run()).stream()
        .filter(RangeRecord::isDone)
        .toList();
  }

  /** When each range was recorded. */
  private Map<RangeRecord, Object> stamps(UUID run) {
    return session
        .execute(
            "SELECT start_token, end_token, updated_at FROM rekey.backfill_range WHERE run = "
                + run
                + " ALLOW FILTERING")
        .all()
        .stream()
        .collect(
            Collectors.toMap(
                row ->
                    new RangeRecord(
                        new dev.rekey.core.token.TokenRange(row.getLong(0), row.getLong(1)),
                        BackfillRun.Totals.ZERO,
                        1,
                        java.util.Optional.empty()),
                row -> row.getInstant(2)));
  }
}
