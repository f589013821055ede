package dev.rekey.orchestrator.verb;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.orchestrator.cli.RecordingTerminal;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every verb through the command line, on a real server, with instances that only acknowledge. */
@CassandraTest
final class WalkIT {

  @TempDir private Path folder;

  private final CqlSession session;
  private final TestKeyspace keyspace;
  private final CassandraCluster cluster;
  private Scene scene;
  private RecordingTerminal terminal;
  private String migration;

  WalkIT(CqlSession session, TestKeyspace keyspace, CassandraCluster cluster) {
    this.session = session;
    this.keyspace = keyspace;
    this.cluster = cluster;
  }

  @BeforeEach
  void createSource() throws Exception {
    scene = Scene.create(session, keyspace, cluster, folder);
    terminal = scene.terminal();
    migration = scene.migration();
  }

  @Test
  void walksToTheDropAndBackOnceOnTheWay() throws Exception {
    try (FakeInstance first = scene.instance("first");
        FakeInstance second = scene.instance("second")) {
      run(0, "plan", scene.spec());
      assertThat(terminal.out()).contains("server  Cassandra ").doesNotContain("assumed");

      run(0, "start", scene.spec(), "--dry-run");
      assertThat(scene.isStored()).isFalse();
      run(0, "start", scene.spec());
      assertThat(terminal.out()).endsWith("Next: rekey dual-write " + migration + "\n");
      run(0, "start", scene.spec());
      assertThat(terminal.out()).contains("Done already");

      run(0, "dual-write", migration, "--dry-run");
      assertThat(record().publication().phase()).isEqualTo(Phase.SOURCE);
      run(0, "dual-write", migration);
      assertThat(record().publication().fence()).isPresent();
      run(0, "backfill", migration);
      run(0, "verify", migration);
      run(0, "check", migration);
      assertThat(terminal.out()).startsWith(migration + " is ready for switch-reads: all ");
      run(0, "switch-reads", migration);
      assertThat(record().state()).isEqualTo(MigrationState.READS_SWITCHED);
      assertThat(terminal.out())
          .endsWith("Next: rekey retire %1$s --confirm %1$s\n".formatted(migration));
      run(0, "check", "--json", migration);
      assertThat(terminal.out()).contains("\"step\" : \"retire\"", "\"ready\" : true");

      run(0, "rollback", migration);
      assertThat(record().state()).isEqualTo(MigrationState.VERIFIED);
      assertThat(record().publication().phase()).isEqualTo(Phase.DUAL);
      run(0, "switch-reads", migration);

      run(11, "retire", migration);
      assertThat(terminal.err()).contains("--confirm " + migration);
      assertThat(record().state()).isEqualTo(MigrationState.READS_SWITCHED);
      run(0, "retire", migration, "--confirm", migration);

      refusesToDropWithoutTheTypedName();
      run(0, "drop", migration, "--confirm", scene.source());
      assertThat(record().state()).isEqualTo(MigrationState.SOURCE_DROPPED);
      assertThat(scene.sourceExists()).isFalse();
      run(0, "drop", migration, "--confirm", scene.source());

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
    assertThat(terminal.err())
        .contains("the name was not typed; nothing was changed")
        .contains("table %s and all its data will be dropped".formatted(scene.source()))
        .contains("'rekey drop %s --confirm %s'".formatted(migration, scene.source()));
    run(11, "drop", migration, "--confirm", migration);
    assertThat(terminal.err()).contains("'" + migration + "' was given instead of");
    assertThat(record()).isEqualTo(before);
    assertThat(scene.sourceExists()).isTrue();
  }

  @Test
  void anEmptyFleetIsNotConsent() {
    run(0, "start", scene.spec());
    run(15, "check", migration);
    assertThat(terminal.out())
        .startsWith(migration + " is not ready for dual-write: fleet (0 live instances, 1 needed");
    run(15, "dual-write", migration);
    assertThat(terminal.err()).contains("0 live instances, 1 needed");
    assertThat(record().publication().epoch()).isZero();
  }

  @Test
  void aLaggardIsNamedAndTheSameCommandContinues() throws Exception {
    try (FakeInstance quick = scene.instance("quick");
        FakeInstance slow = scene.instance("slow")) {
      run(0, "start", scene.spec());
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
    try (FakeInstance steady = scene.instance("steady")) {
      FakeInstance dying = scene.instance("dying");
      run(0, "start", scene.spec());
      run(0, "dual-write", migration);
      run(0, "backfill", migration);
      run(0, "verify", migration);
      dying.die();

      run(10, "switch-reads", migration);
      assertThat(terminal.err())
          .contains("evidence failed (void: instance dying@localhost:1")
          .endsWith("next: rekey verify " + migration + "\n");
      assertThat(record().publication().phase()).isEqualTo(Phase.DUAL);

      run(0, "verify", migration);
      run(0, "switch-reads", migration);
      assertThat(steady.phases()).endsWith(Phase.DUAL_READ_TARGET);
    }
  }

  @Test
  void whileASwitchIsHalfMadeNothingIsComparedUntilItIsTakenBack() throws Exception {
    try (FakeInstance slow = scene.instance("slow")) {
      run(0, "start", scene.spec());
      run(0, "dual-write", migration);
      run(0, "backfill", migration);
      run(0, "verify", migration);
      slow.goDeaf();
      run(15, "switch-reads", migration, "--barrier-timeout", "2");
      slow.listen();
      assertThat(record().publication().phase()).isEqualTo(Phase.DUAL_STRICT);

      run(17, "verify", migration);
      assertThat(terminal.out()).isEmpty();
      assertThat(terminal.err())
          .contains("Cannot verify " + migration + ": a switch-reads was begun and has not ended")
          .contains("'rekey rollback " + migration + "' takes it back")
          .contains("'rekey switch-reads " + migration + "' finishes it");
      run(17, "verify", migration, "--dry-run");

      session.execute("TRUNCATE rekey.evidence");
      run(10, "switch-reads", migration);
      assertThat(terminal.err())
          .contains("'rekey rollback %s' takes the switch back".formatted(migration));
      run(0, "rollback", migration);
      run(0, "verify", migration);
      run(0, "switch-reads", migration);

      scene.place(MigrationState.READS_SWITCHED, Phase.DUAL_STRICT);
      run(17, "switch-reads", migration);
      assertThat(terminal.err()).contains("a rollback was begun and has not ended");
      run(17, "retire", migration, "--confirm", migration);
      assertThat(terminal.err()).contains("'rekey rollback %s' finishes it".formatted(migration));
    }
  }

  @Test
  void illegalCommandsSayWhatIsAllowed() throws Exception {
    try (FakeInstance instance = scene.instance("only")) {
      run(0, "start", scene.spec());
      run(0, "check", migration);
      run(17, "switch-reads", migration);
      assertThat(terminal.err())
          .contains(
              "Cannot switch-reads " + migration + ": the migration is in state TARGET_CREATED")
          .contains("nothing was changed");
      assertThat(terminal.err()).contains("next: rekey dual-write " + migration);
      run(17, "drop", migration, "--confirm", scene.source());
      assertThat(terminal.err()).contains("nothing was changed").contains(scene.source());
      run(11, "drop", migration);
      assertThat(terminal.err())
          .contains("is TARGET_CREATED, and the table's full name was not typed; nothing was")
          .contains("'rekey dual-write %s' comes first".formatted(migration))
          .contains("'rekey drop %s --confirm %s'".formatted(migration, scene.source()));
      assertThat(scene.sourceExists()).isTrue();
      assertThat(instance.phases()).doesNotContain(Phase.DUAL);
    }
  }

  @Test
  void aJobThatDiesIsContinuedAndDifferencesStopTheMigration() throws Exception {
    try (FakeInstance instance = scene.instance("only")) {
      run(0, "start", scene.spec());
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
      "spec=" + scene.spec(),
      "--set",
      "migration=" + migration,
      "--set",
      "source=" + scene.source()
    };
    try (FakeInstance instance = scene.instance("only")) {
      run(11, command);
      assertThat(terminal.err()).contains("step 'confirm-retire' is not confirmed");
      assertThat(record().state()).isEqualTo(MigrationState.READS_SWITCHED);

      String[] confirmed = Arrays.copyOf(command, command.length + 4);
      confirmed[command.length] = "--confirm";
      confirmed[command.length + 1] = migration;
      confirmed[command.length + 2] = "--confirm";
      confirmed[command.length + 3] = scene.source();
      run(0, confirmed);
      assertThat(terminal.out()).contains("done already: the migration has reached BACKFILLED");
      assertThat(record().state()).isEqualTo(MigrationState.SOURCE_DROPPED);
      assertThat(instance.phases()).endsWith(Phase.TARGET);
    }
  }

  @Test
  void aTargetThatIsNotOursIsNotTouched() {
    session.execute("CREATE TABLE %s (a int PRIMARY KEY)".formatted(scene.target()));
    run(10, "start", scene.spec());
    assertThat(terminal.err()).contains("exists and is not ours");
    assertThat(scene.isStored()).isFalse();
  }

  private MigrationRecord record() {
    return scene.record();
  }

  private void run(int expected, String... arguments) {
    scene.run(expected, arguments);
  }
}
