package dev.rekey.orchestrator.verb;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationStore;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.orchestrator.cli.RecordingTerminal;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.TestKeyspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** One source table, a spec that re-keys it, and a command line beside a real server. */
final class Scene {

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final CqlSession session;
  private final TestKeyspace keyspace;
  private final RecordingTerminal terminal = new RecordingTerminal();
  private final String migration;
  private final String table;
  private final Path spec;

  private Scene(CqlSession session, TestKeyspace keyspace, Path folder) {
    int number = NUMBER.incrementAndGet();
    this.session = session;
    this.keyspace = keyspace;
    this.migration = "walk-" + number;
    this.table = "readings_" + number;
    this.spec = folder.resolve("spec.yaml");
  }

  /** With the control keyspace, the source and the spec's file; nothing is started. */
  static Scene create(
      CqlSession session, TestKeyspace keyspace, CassandraCluster cluster, Path folder)
      throws IOException {
    Scene scene = new Scene(session, keyspace, folder);
    scene.terminal.with("REKEY_CONTACT_POINTS", contactPoint(cluster));
    scene.terminal.with("REKEY_BACKFILL_HOME", FakeDistribution.in(folder).toString());
    scene.createSource();
    scene.writeSpec();
    scene.run(0, "init");
    return scene;
  }

  static String contactPoint(CassandraCluster cluster) {
    return "%s:%d"
        .formatted(
            cluster.contactPoints().get(0).getHostString(),
            cluster.contactPoints().get(0).getPort());
  }

  String migration() {
    return migration;
  }

  String spec() {
    return spec.toString();
  }

  /** The source's full name. */
  String source() {
    return keyspace.table(table);
  }

  /** The target's full name. */
  String target() {
    return keyspace.table(table + "_by_day");
  }

  RecordingTerminal terminal() {
    return terminal;
  }

  FakeInstance instance(String application) {
    return FakeInstance.start(session, application, migration);
  }

  /** Runs a command and asserts how it exits. */
  void run(int expected, String... arguments) {
    int exitCode = terminal.run(arguments);
    assertThat(exitCode)
        .as("%s%n%s%s", String.join(" ", arguments), terminal.out(), terminal.err())
        .isEqualTo(expected);
  }

  MigrationRecord record() {
    return new MigrationStore(session).find(migration).orElseThrow();
  }

  boolean isStored() {
    return new MigrationStore(session).find(migration).isPresent();
  }

  /** Puts the migration where a walk, or one that died half-way, would have left it. */
  void place(MigrationState state, Phase phase) {
    boolean applied =
        session
            .execute(
                SimpleStatement.newInstance(
                    "UPDATE rekey.migration SET state = ?, phase = ?, fence = 1"
                        + " WHERE scope = 'all' AND name = ? IF EXISTS",
                    state.name(),
                    phase.name(),
                    migration))
            .wasApplied();
    assertThat(applied).isTrue();
  }

  void recreateSource() {
    session.execute("DROP TABLE " + source());
    createSource();
  }

  boolean sourceExists() {
    session.refreshSchema();
    return session
        .getMetadata()
        .getKeyspace(keyspace.name())
        .orElseThrow()
        .getTable(table)
        .isPresent();
  }

  private void createSource() {
    session.execute(
        "CREATE TABLE %s (s text, ts timestamp, v double, PRIMARY KEY (s, ts))"
            .formatted(source()));
  }

  private void writeSpec() throws IOException {
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
            .formatted(migration, source(), target(), table));
  }
}
