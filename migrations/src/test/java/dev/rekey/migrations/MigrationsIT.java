package dev.rekey.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.DriverSessions;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@CassandraTest
final class MigrationsIT {
  private static final AtomicInteger KEYSPACES = new AtomicInteger();

  private final CqlSession session;
  private final CassandraCluster cluster;
  private final String keyspace;

  @TempDir Path folder;
  private ScriptFolder scripts;

  MigrationsIT(CqlSession session, TestKeyspace given, CassandraCluster cluster) {
    this.session = session;
    this.cluster = cluster;
    this.keyspace = given.name() + "_" + KEYSPACES.incrementAndGet(); // does not exist yet
  }

  @BeforeEach
  void beginEmpty() {
    scripts = new ScriptFolder(folder);
  }

  @AfterEach
  void dropKeyspace() {
    session.execute("DROP KEYSPACE IF EXISTS " + keyspace);
  }

  private Migrations load() {
    return configure(session).load();
  }

  private MigrationsConfiguration configure(CqlSession with) {
    return Migrations.configure(with)
        .keyspace(keyspace)
        .locations(scripts.location())
        .owner("tester@host")
        .placeholders(Map.of("comment", "it''s; fine"));
  }

  private static List<String> files(MigrateResult result) {
    return result.applied().stream().map(AppliedScript::file).toList();
  }

  private void putThree() {
    scripts
        .put(
            "V001__tables.cql",
            "\uFEFF-- it's a comment;\r\nCREATE TABLE ${keyspace}.a (k int PRIMARY KEY, v text)\r\n"
                + "  WITH comment = '${comment}'; // tail; '\r\n"
                + "CREATE TABLE ${keyspace}.n (k int PRIMARY KEY, n counter);\r\n"
                + "BEGIN BATCH INSERT INTO ${keyspace}.a (k, v) VALUES (1, $$a;'b$$);\r\n"
                + "INSERT INTO ${keyspace}.a (k, v) VALUES (2, ';') APPLY BATCH;")
        .put("V2__count.cql", "UPDATE ${keyspace}.n SET n = n + 1 WHERE k = 1")
        .put("V10__more.cql", "ALTER TABLE ${keyspace}.a ADD w int;")
        .put("R__rows.cql", "INSERT INTO ${keyspace}.a (k, w) VALUES (3, 3);");
  }

  private long count(String table) {
    return session.execute("SELECT * FROM " + keyspace + "." + table).all().size();
  }

  @Test
  void migratesAnEmptyClusterOnce() {
    putThree();
    assertThat(load().info()).extracting(ScriptInfo::state).containsOnly(ScriptState.PENDING);
    MigrateResult first = load().migrate();
    assertThat(first.created())
        .hasSize(3)
        .first()
        .isEqualTo(
            "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': '1'}"
                .formatted(keyspace));
    assertThat(files(first))
        .containsExactly("V001__tables.cql", "V2__count.cql", "V10__more.cql", "R__rows.cql");
    assertThat(count("a")).isEqualTo(3);
    assertThat(session.execute("SELECT v FROM " + keyspace + ".a WHERE k = 1").one().getString(0))
        .isEqualTo("a;'b");

    MigrateResult second = load().migrate();
    assertThat(second.created()).isEmpty();
    assertThat(second.applied()).isEmpty();
    assertThat(second.token()).isGreaterThan(first.token());
    assertThat(load().validate().valid()).isTrue();
    assertThat(load().dryRun().statements()).isEmpty();
    assertThat(load().info())
        .allSatisfy(
            info -> {
              assertThat(info.state()).isEqualTo(ScriptState.DONE);
              assertThat(info.done()).isEqualTo(info.statements());
              assertThat(info.appliedBy()).contains("tester@host");
              assertThat(info.finishedAt()).isPresent();
            });
  }

  @Test
  void aDryRunWritesNothing() {
    putThree();
    DryRunResult result = load().dryRun();
    assertThat(result.problems()).isEmpty();
    assertThat(result.statements()).hasSize(3 + 3 + 1 + 1 + 1);
    assertThat(result.text())
        .contains("-- V2__count.cql\nUPDATE " + keyspace + ".n SET n = n + 1 WHERE k = 1;\n");
    assertThat(load().dryRun()).isEqualTo(result);
    assertThat(session.refreshSchema().getKeyspace(keyspace)).isEmpty();
  }

  @Test
  void aChangedFileIsRefusedAndARepeatableOneRunsAgain() {
    putThree();
    load().migrate();
    scripts.put("R__rows.cql", "INSERT INTO ${keyspace}.a (k, w) VALUES (4, 4);");
    assertThat(files(load().migrate())).containsExactly("R__rows.cql");
    assertThat(count("a")).isEqualTo(4);

    scripts.put("V2__count.cql", "UPDATE ${keyspace}.n SET n = n + 2 WHERE k = 1");
    assertThatThrownBy(() -> load().migrate())
        .isInstanceOf(ScriptRefusedException.class)
        .hasMessageContaining("Cannot migrate keyspace " + keyspace + ": 1 problem")
        .hasMessageContaining("V2__count.cql: changed after it was applied: recorded checksum ");
    assertThat(load().validate().problems()).hasSize(1);
    assertThat(session.execute("SELECT n FROM " + keyspace + ".n").one().getLong(0)).isEqualTo(1);
  }

  @Test
  void aFailedFileIsMendedAndResumedAtTheStatementThatFailed() {
    String head =
        "CREATE TABLE ${keyspace}.n (k int PRIMARY KEY, n counter);\n"
            + "UPDATE ${keyspace}.n SET n = n + 1 WHERE k = 1;\n";
    scripts.put("V1__a.cql", head + "  CRATE TABLE ${keyspace}.b (k int PRIMARY KEY);\nSELECT 1;");
    assertThatThrownBy(() -> load().migrate())
        .isInstanceOfSatisfying(
            StatementFailedException.class,
            e -> {
              assertThat(e.statement()).isEqualTo(3);
              assertThat(e.outcome()).isEqualTo(StatementOutcome.NOT_DONE);
            })
        .hasMessageStartingWith(
            "Cannot run V1__a.cql: statement 3 of 4 (line 3, column 3) was refused: line 1:0 no viable alternative");
    assertThat(load().info())
        .singleElement()
        .satisfies(
            info -> {
              assertThat(info.state()).isEqualTo(ScriptState.FAILED);
              assertThat(info.done()).isEqualTo(2);
              assertThat(info.error().orElse("")).contains("no viable alternative");
            });

    scripts.put("V1__a.cql", head + "CREATE TABLE ${keyspace}.b (k int PRIMARY KEY);");
    assertThat(load().migrate().applied())
        .singleElement()
        .satisfies(applied -> assertThat(applied.firstStatement()).isEqualTo(3));
    assertThat(count("b")).isZero();
    assertThat(session.execute("SELECT n FROM " + keyspace + ".n").one().getLong(0)).isEqualTo(1);
    assertThat(load().migrate().applied()).isEmpty();
  }

  @Test
  void eightRunnersAtOnceApplyEachScriptOnce() throws Exception {
    putThree();
    int runners = 8;
    ExecutorService threads = Executors.newFixedThreadPool(runners);
    CountDownLatch go = new CountDownLatch(1);
    List<CqlSession> sessions = new ArrayList<>();
    try {
      List<Future<List<String>>> results = new ArrayList<>();
      for (int i = 0; i < runners; i++) {
        CqlSession own = DriverSessions.open(cluster);
        sessions.add(own);
        Callable<List<String>> run =
            () -> {
              go.await();
              return files(configure(own).load().migrate());
            };
        results.add(threads.submit(run));
      }
      go.countDown();
      List<String> all = new ArrayList<>();
      for (Future<List<String>> result : results) {
        all.addAll(result.get());
      }
      assertThat(all)
          .containsExactlyInAnyOrder(
              "V001__tables.cql", "V2__count.cql", "V10__more.cql", "R__rows.cql");
    } finally {
      threads.shutdownNow();
      sessions.forEach(CqlSession::close);
    }
    assertThat(session.execute("SELECT n FROM " + keyspace + ".n").one().getLong(0)).isEqualTo(1);
  }

  @Test
  void aDeadRunnerIsReplacedAndCannotWriteAfterwards() {
    scripts.put("V1__a.cql", "CREATE TABLE ${keyspace}.a (k int PRIMARY KEY);");
    load().migrate(); // the tables exist
    scripts.put("V2__b.cql", "CREATE TABLE ${keyspace}.b (k int PRIMARY KEY);");
    Duration lease = Duration.ofSeconds(2);
    Lease stale =
        LeasedLock.builder(session, keyspace, Migrations.LOCK_NAME)
            .owner("stale@host")
            .lease(lease)
            .timer((delay, task) -> () -> {}) // never renews
            .build()
            .acquire(Duration.ZERO);
    HistoryStore history = new CassandraHistoryStore(session, keyspace, Duration.ofSeconds(10));
    history.raiseFence(stale.token());
    assertThatThrownBy(() -> configure(session).lockWait(Duration.ZERO).load().migrate())
        .isInstanceOf(LockHeldException.class)
        .hasMessageContaining("held by stale@host until ");

    MigrateResult next = load().migrate();
    assertThat(next.token()).isGreaterThan(stale.token());
    assertThat(files(next)).containsExactly("V2__b.cql");
    assertThat(stale.isHeld()).isFalse();

    HistoryRow row = history.rows().get(0);
    HistoryRow late =
        row.with(0, "", 1, HistoryStatus.FAILED, "written late").underToken(stale.token());
    assertThatThrownBy(() -> history.write(late))
        .isInstanceOf(LockLostException.class)
        .hasMessage(
            "Cannot write history with token %d: the runner with token %d has taken over. Nothing was written; stop here."
                .formatted(stale.token(), next.token()));
    assertThatThrownBy(() -> history.raiseFence(stale.token()))
        .isInstanceOf(LockLostException.class);
    assertThat(history.rows()).contains(row);
    // Control: the same write under the newest token is let in, so it was the token that barred it.
    history.write(late.underToken(next.token()));
    assertThat(history.rows()).extracting(HistoryRow::error).contains("written late");
  }

  @Test
  void aStalledRunnerSendsNothingMore() {
    scripts.put("V1__a.cql", "CREATE TABLE ${keyspace}.a (k int PRIMARY KEY);");
    load().migrate();
    ManualTime itsTime = new ManualTime();
    Lease stalled =
        LeasedLock.builder(session, keyspace, Migrations.LOCK_NAME)
            .lease(Duration.ofSeconds(2))
            .clock(itsTime)
            .timer(itsTime)
            .build()
            .acquire(Duration.ZERO);
    HistoryStore history = new CassandraHistoryStore(session, keyspace, Duration.ofSeconds(10));
    history.raiseFence(stalled.token());
    scripts.put("V2__b.cql", "CREATE TABLE IF NOT EXISTS ${keyspace}.b (k int PRIMARY KEY)");
    List<Script> loaded =
        new ScriptLoader(new Placeholders(Map.of("keyspace", keyspace)))
            .load(new Locations(getClass().getClassLoader()).files(scripts.location()));
    Plan plan = Planner.plan(loaded, history.rows());
    assertThat(plan.steps()).hasSize(1);
    MigrationRun run = new MigrationRun(stalled, history, ddl(), itsTime, 1);

    itsTime.pause(Duration.ofSeconds(2));
    assertThatThrownBy(() -> run.run(plan))
        .isInstanceOf(LockLostException.class)
        .hasMessageContaining("its lease lapsed without a renewal");
    assertThat(tableExists("b")).isFalse();

    assertThat(files(load().migrate())).containsExactly("V2__b.cql");
    List<HistoryRow> rows = history.rows();
    assertThatThrownBy(() -> run.run(plan))
        .isInstanceOf(LockLostException.class)
        .hasMessageContaining("has taken over");
    assertThat(history.rows()).isEqualTo(rows);
  }

  private Ddl ddl() {
    Duration bound = Duration.ofMinutes(1);
    return new Ddl(
        new Settings(
            session,
            keyspace,
            Optional.empty(),
            "x",
            bound,
            bound,
            bound,
            bound,
            bound,
            LeaseClock.system()));
  }

  private boolean tableExists(String table) {
    return session
        .refreshSchema()
        .getKeyspace(keyspace)
        .flatMap(k -> k.getTable(table))
        .isPresent();
  }

  @Test
  void theControlKeyspaceIsMadeByItsScripts() {
    // Its scripts name the keyspace themselves; only lock and history go to ours.
    Path schema = Path.of("../control/src/main/resources/dev/rekey/control/schema");
    session.execute(
        "CREATE KEYSPACE rekey WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}");
    try {
      Migrations control =
          Migrations.configure(session).keyspace(keyspace).locations(schema.toString()).load();
      assertThat(control.migrate().applied()).isNotEmpty();
      assertThat(session.execute("SELECT name FROM rekey.migration").all()).isEmpty();
    } finally {
      session.execute("DROP KEYSPACE rekey");
    }
  }

  @Test
  void aRunnerThatDiedInAStatementLeavesItToBeSettled() {
    scripts.put("V1__a.cql", "CREATE TABLE ${keyspace}.a (k int PRIMARY KEY); SELECT 1 FROM");
    assertThatThrownBy(() -> load().migrate()).isInstanceOf(StatementFailedException.class);
    HistoryStore history = new CassandraHistoryStore(session, keyspace, Duration.ofSeconds(10));
    HistoryRow failed = history.rows().get(0);
    history.write(
        failed.with(1, failed.doneChecksum(), 2, HistoryStatus.RUNNING, "")); // as if dead
    scripts.put(
        "V1__a.cql",
        "CREATE TABLE ${keyspace}.a (k int PRIMARY KEY); ALTER TABLE ${keyspace}.a ADD v int;");
    assertThatThrownBy(() -> load().migrate())
        .isInstanceOf(ScriptRefusedException.class)
        .hasMessageContaining("the outcome of statement 2 (line 1: ALTER TABLE")
        .hasMessageContaining("settle(\"V1__a.cql\", 2, DONE or NOT_DONE)");
    assertThatThrownBy(() -> load().settle("V1__a.cql", 1, StatementOutcome.DONE))
        .hasMessage("Cannot settle statement 1 of V1__a.cql: the one in doubt is 2. See info().");
    load().settle("V1__a.cql", 2, StatementOutcome.NOT_DONE);
    assertThat(files(load().migrate())).containsExactly("V1__a.cql");
    session.execute("SELECT v FROM " + keyspace + ".a");
  }
}
