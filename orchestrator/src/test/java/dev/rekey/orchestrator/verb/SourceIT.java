package dev.rekey.orchestrator.verb;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to a migration whose source is dropped and created anew behind its back. */
@CassandraTest
final class SourceIT {

  @TempDir private Path folder;

  private final CqlSession session;
  private final TestKeyspace keyspace;
  private final CassandraCluster cluster;
  private Scene scene;

  SourceIT(CqlSession session, TestKeyspace keyspace, CassandraCluster cluster) {
    this.session = session;
    this.keyspace = keyspace;
    this.cluster = cluster;
  }

  @BeforeEach
  void start() throws Exception {
    scene = Scene.create(session, keyspace, cluster, folder);
    scene.run(0, "start", scene.spec());
  }

  @Test
  void aSourceCreatedAnewIsNoticedByEveryVerbThatBuildsOnIt() throws Exception {
    try (FakeInstance instance = scene.instance("only")) {
      scene.run(0, "dual-write", scene.migration(), "--dry-run");
      assertThat(scene.terminal().out()).contains("PASS  same-source: id ");
      scene.recreateSource();

      refuses(MigrationState.TARGET_CREATED, Phase.SOURCE, "dual-write");
      refuses(MigrationState.DUAL_WRITING, Phase.DUAL, "backfill");
      refuses(MigrationState.BACKFILLED, Phase.DUAL, "verify");
      refuses(MigrationState.VERIFIED, Phase.DUAL, "switch-reads");
      assertThat(scene.terminal().err()).contains("'rekey rollback walk-").contains(" --abandon'");

      refuses(MigrationState.READS_SWITCHED, Phase.DUAL_READ_TARGET, "rollback");
      assertThat(scene.terminal().err()).contains("reads would miss every older row");
      refuses(
          MigrationState.READS_SWITCHED,
          Phase.DUAL_READ_TARGET,
          "retire",
          "--confirm",
          scene.migration());
      scene.run(0, "retire", scene.migration(), "--confirm", scene.migration(), "--source-lost");
      assertThat(scene.record().state()).isEqualTo(MigrationState.SOURCE_RETIRED);

      scene.run(10, "drop", scene.migration(), "--confirm", scene.source());
      assertThat(scene.terminal().err()).contains("it was created anew");
      assertThat(scene.sourceExists()).isTrue();
      assertThat(instance.phases()).endsWith(Phase.TARGET);
    }
  }

  @Test
  void aMigrationThatReadsTheNewSourceCanBeGivenUp() throws Exception {
    try (FakeInstance instance = scene.instance("only")) {
      scene.run(0, "dual-write", scene.migration());
      scene.recreateSource();
      scene.run(0, "rollback", scene.migration());
      assertThat(scene.record().state()).isEqualTo(MigrationState.ROLLED_BACK);
      assertThat(instance.phases()).endsWith(Phase.SOURCE);
    }
  }

  @Test
  void whereNoIdWasNotedNothingIsCompared() throws Exception {
    session.execute("TRUNCATE rekey.event");
    scene.recreateSource();
    try (FakeInstance instance = scene.instance("only")) {
      scene.run(0, "dual-write", scene.migration(), "--dry-run");
      assertThat(scene.terminal().out()).contains("PASS  same-source: not compared");
      assertThat(instance.phases()).doesNotContain(Phase.DUAL);
    }
  }

  private void refuses(MigrationState state, Phase phase, String verb, String... options) {
    scene.place(state, phase);
    MigrationRecord before = scene.record();
    String[] arguments = new String[options.length + 2];
    arguments[0] = verb;
    arguments[1] = scene.migration();
    System.arraycopy(options, 0, arguments, 2, options.length);
    scene.run(10, arguments);
    assertThat(scene.terminal().err())
        .contains(scene.source() + " was dropped and created anew")
        .doesNotContain("tables-unchanged failed");
    assertThat(scene.record().state()).isEqualTo(state);
    assertThat(scene.record().publication()).isEqualTo(before.publication());
  }
}
