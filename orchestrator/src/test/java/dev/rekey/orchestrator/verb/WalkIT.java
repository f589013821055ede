package dev.rekey.orchestrator.verb;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationStore;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.orchestrator.cli.RecordingTerminal;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every verb through the command line, on a real server, with instances that only acknowledge. */
@CassandraTest
final class WalkIT {

  private static int number;

  @TempDir private Path folder;

  private final CqlSession session;
  private final TestKeyspace keyspace;
  private final RecordingTerminal terminal = new RecordingTerminal();
  private final String migration = "walk-" + ++number;
  private final String table = "readings_" + number;
  private Path spec;

  WalkIT(CqlSession session, TestKeyspace keyspace, CassandraCluster cluster) {
    this.session = session;
    this.keyspace = keyspace;
    terminal.with(
        "REKEY_CONTACT_POINTS",
        "%s:%d"
            .formatted(
                cluster.contactPoints().get(0).getHostString(),
                cluster.contactPoints().get(0).getPort()));
  }

  @BeforeEach
  void createSource() throws Exception {
    terminal.with("REKEY_BACKFILL_HOME", FakeDistribution.in(folder).toString());
    session.execute(
        "CREATE TABLE %s (s text, ts timestamp, v double, PRIMARY KEY (s, ts))"
            .formatted(keyspace.table(table)));
    spec = folder.resolve("spec.yaml");
    Files.writeString(
        spec,
        """
        rekey: %s
        source: %s
        target:
          table: %s
          partition-key: [s, day]
          clustering: [{column: ts, order: desc}]
        columns: {day: date(ts)}
        reads:
          - {id: Q1, cql: "SELECT * FROM %s WHERE s = ? AND ts >= ? AND ts < ?"}
        soak: 0s
        """
            .formatted(migration, keyspace.table(table), keyspace.table(table + "_by_day"), table));
    run(0, "init");
  }

  @Test
  void walksToTheDropAndBackOnceOnTheWay() throws Exception {
    try (FakeInstance first = FakeInstance.start(session, "first", migration);
        FakeInstance second = FakeInstance.start(session, "second", migration)) {
      run(0, "plan", spec.toString());
      assertThat(terminal.out()).contains("server  Cassandra ").doesNotContain("assumed");

      run(0, "start", spec.toString(), "--dry-run");
      assertThat(new MigrationStore(session).find(migration)).isEmpty();
      run(0, "start", spec.toString());
      assertThat(terminal.out()).endsWith("Next: rekey dual-write " + migration + "\n");
      run(0, "start", spec.toString());
      assertThat(terminal.out()).contains("Done already");

      run(0, "dual-write", migration, "--dry-run");
      assertThat(record().publication().phase()).isEqualTo(Phase.SOURCE);
      run(0, "dual-write", migration);
      assertThat(record().publication().fence()).isPresent();
      run(0, "backfill", migration);
      run(0, "verify", migration);
      run(0, "switch-reads", migration);
      assertThat(record().state()).isEqualTo(MigrationState.READS_SWITCHED);

      run(0, "rollback", migration);
      assertThat(record().state()).isEqualTo(MigrationState.VERIFIED);
      assertThat(record().publication().phase()).isEqualTo(Phase.DUAL);
      run(0, "switch-reads", migration);

      run(11, "retire", migration);
      assertThat(terminal.err()).contains("--confirm " + migration);
      assertThat(record().state()).isEqualTo(MigrationState.READS_SWITCHED);
      run(0, "retire", migration, "--confirm", migration);

      refusesToDropWithoutTheTypedName();
      run(0, "drop", migration, "--confirm", keyspace.table(table));
      assertThat(record().state()).isEqualTo(MigrationState.SOURCE_DROPPED);
      assertThat(exists(table)).isFalse();
      run(0, "drop", migration, "--confirm", keyspace.table(table));

      run(0, "status", migration);
      assertThat(terminal.out()).startsWith(migration + " uses ");
      run(0, "status", "--json");
      assertThat(terminal.out()).contains("\"state\" : \"SOURCE_DROPPED\"");
      run(0, "history", migration);
      assertThat(terminal.out()).contains("READS_SWITCHED -> VERIFIED", "drop-source");
      assertThat(first.phases())
          .containsExactly(
              Phase.SOURCE,
              Phase.DUAL,
              Phase.DUAL_STRICT,
              Phase.DUAL_READ_TARGET_STRICT,
              Phase.DUAL_READ_TARGET,
              Phase.DUAL_READ_TARGET_STRICT,
              Phase.DUAL_STRICT,
              Phase.DUAL,
              Phase.DUAL_STRICT,
              Phase.DUAL_READ_TARGET_STRICT,
              Phase.DUAL_READ_TARGET,
              Phase.TARGET);
      assertThat(second.phases()).isEqualTo(first.phases());
    }
  }

  private void refusesToDropWithoutTheTypedName() {
    MigrationRecord before = record();
    run(11, "drop", migration);
    assertThat(terminal.err()).contains("type " + keyspace.table(table));
    run(11, "drop", migration, "--confirm", table);
    assertThat(terminal.err()).contains("'" + table + "' was given instead of");
    assertThat(record()).isEqualTo(before);
    assertThat(exists(table)).isTrue();
  }

  @Test
  void anEmptyFleetIsNotConsent() {
    run(0, "start", spec.toString());
    run(15, "dual-write", migration);
    assertThat(terminal.err()).contains("0 live instances, 1 needed");
    assertThat(record().publication().epoch()).isZero();
  }

  @Test
  void aLaggardIsNamedAndTheSameCommandContinues() throws Exception {
    try (FakeInstance quick = FakeInstance.start(session, "quick", migration);
        FakeInstance slow = FakeInstance.start(session, "slow", migration)) {
      run(0, "start", spec.toString());
      slow.goDeaf();
      run(15, "dual-write", migration, "--barrier-timeout", "2");
      assertThat(terminal.err()).contains("these have not: slow@localhost:1");
      assertThat(record().state()).isEqualTo(MigrationState.TARGET_CREATED);
      assertThat(record().publication().phase()).isEqualTo(Phase.DUAL);

      slow.listen();
      run(0, "dual-write", migration);
      assertThat(quick.phases()).containsExactly(Phase.SOURCE, Phase.DUAL);
      run(0, "rollback", migration);
      assertThat(record().state()).isEqualTo(MigrationState.ROLLED_BACK);
      assertThat(terminal.out()).contains("DROP TABLE IF EXISTS ");
    }
  }

  @Test
  void aDeadInstanceIsWaitedOutAndVoidsTheEvidence() throws Exception {
    try (FakeInstance steady = FakeInstance.start(session, "steady", migration)) {
      FakeInstance dying = FakeInstance.start(session, "dying", migration);
      run(0, "start", spec.toString());
      run(0, "dual-write", migration);
      run(0, "backfill", migration);
      run(0, "verify", migration);
      dying.die();

      run(10, "switch-reads", migration);
      assertThat(terminal.err()).contains("evidence failed (void: instance dying@localhost:1");
      assertThat(record().publication().phase()).isEqualTo(Phase.DUAL);

      run(0, "verify", migration);
      run(0, "switch-reads", migration);
      assertThat(steady.phases()).endsWith(Phase.DUAL_READ_TARGET);
    }
  }

  @Test
  void illegalCommandsSayWhatIsAllowed() throws Exception {
    try (FakeInstance instance = FakeInstance.start(session, "only", migration)) {
      run(0, "start", spec.toString());
      run(17, "switch-reads", migration);
      assertThat(terminal.err())
          .contains("Cannot switch-reads: the migration is in state TARGET_CREATED");
      assertThat(terminal.err()).contains("'rekey dual-write' next");
      run(17, "drop", migration, "--confirm", keyspace.table(table));
      assertThat(terminal.err()).contains("nothing was changed").contains(keyspace.table(table));
      assertThat(exists(table)).isTrue();
      assertThat(instance.phases()).doesNotContain(Phase.DUAL);
    }
  }

  @Test
  void aJobThatDiesIsContinuedAndDifferencesStopTheMigration() throws Exception {
    try (FakeInstance instance = FakeInstance.start(session, "only", migration)) {
      run(0, "start", spec.toString());
      run(0, "dual-write", migration);
      terminal.with("FAKE_BACKFILL", "die-half-way");
      run(20, "backfill", migration);
      assertThat(terminal.err()).contains("killed by signal 9");
      assertThat(record().state()).isEqualTo(MigrationState.BACKFILLING);
      assertThat(record().failure()).isPresent();

      terminal.with("FAKE_BACKFILL", "different");
      run(0, "backfill", migration);
      assertThat(record().failure()).isEmpty();
      run(14, "verify", migration);
      assertThat(terminal.err()).contains("--repair");
      assertThat(record().state()).isEqualTo(MigrationState.BACKFILLED);
      assertThat(instance.phases()).endsWith(Phase.DUAL);
    }
  }

  @Test
  void theRunbookDrivesTheSameWalkAndStopsWhereNobodyConfirms() throws Exception {
    String[] command = {
      "runbook",
      "run",
      "../runbooks/add-time-bucket.yaml",
      "--set",
      "spec=" + spec,
      "--set",
      "migration=" + migration,
      "--set",
      "source=" + keyspace.table(table)
    };
    try (FakeInstance instance = FakeInstance.start(session, "only", migration)) {
      run(11, command);
      assertThat(terminal.err()).contains("step 'confirm-retire' is not confirmed");
      assertThat(record().state()).isEqualTo(MigrationState.READS_SWITCHED);

      String[] confirmed = Arrays.copyOf(command, command.length + 4);
      confirmed[command.length] = "--confirm";
      confirmed[command.length + 1] = migration;
      confirmed[command.length + 2] = "--confirm";
      confirmed[command.length + 3] = keyspace.table(table);
      run(0, confirmed);
      assertThat(terminal.out()).contains("done already: the migration has reached BACKFILLED");
      assertThat(record().state()).isEqualTo(MigrationState.SOURCE_DROPPED);
      assertThat(instance.phases()).endsWith(Phase.TARGET);
    }
  }

  @Test
  void aTargetThatIsNotOursIsNotTouched() {
    session.execute(
        "CREATE TABLE %s (a int PRIMARY KEY)".formatted(keyspace.table(table + "_by_day")));
    run(10, "start", spec.toString());
    assertThat(terminal.err()).contains("exists and is not ours");
    assertThat(new MigrationStore(session).find(migration)).isEmpty();
  }

  private boolean exists(String name) {
    session.refreshSchema();
    return session
        .getMetadata()
        .getKeyspace(keyspace.name())
        .orElseThrow()
        .getTable(name)
        .isPresent();
  }

  private MigrationRecord record() {
    return new MigrationStore(session).find(migration).orElseThrow();
  }

  private void run(int expected, String... arguments) {
    int exitCode = terminal.run(arguments);
    assertThat(exitCode)
        .as("%s%n%s%s", String.join(" ", arguments), terminal.out(), terminal.err())
        .isEqualTo(expected);
  }
}
