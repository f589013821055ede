package dev.rekey.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.MigrationStore;
import dev.rekey.core.state.MigrationState;
import dev.rekey.demo.app.AuditResult;
import dev.rekey.demo.app.Dataset;
import dev.rekey.demo.app.InitialLoad;
import dev.rekey.demo.app.ReadingsTable;
import dev.rekey.demo.app.RequestLog;
import dev.rekey.demo.app.TableAudit;
import dev.rekey.demo.app.Traffic;
import dev.rekey.demo.app.TrafficRates;
import dev.rekey.demo.history.History;
import dev.rekey.orchestrator.cli.RekeyCli;
import dev.rekey.testkit.CassandraCluster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** A table, an application and a migration of their own, for one test. */
final class Rig implements AutoCloseable {
  private static final Path FOLDER = Path.of("target", "it");

  private final CassandraCluster cluster;
  private final CqlSession admin;
  private final String keyspace;
  private final String migration;
  private final Dataset dataset;
  private final PhaseWatch phases;
  private final Traffic traffic;

  /** What a command answered. */
  record Answer(int exitCode, String output) {}

  /**
   * Fills a table and starts the application on it.
   *
   * @param name of the migration, unique in this JVM: the control tables are shared
   */
  Rig(CassandraCluster cluster, CqlSession admin, String name, Setup setup) {
    this.cluster = cluster;
    this.admin = admin;
    this.keyspace = "rig_" + name.replace('-', '_');
    this.migration = name;
    this.dataset = Dataset.ofAbout(setup.rows());
    this.phases = new PhaseWatch(admin, name);
    ApplicationSessions sessions = new ApplicationSessions(cluster, keyspace);
    // A keyspace of its own, not the class's: a table takes part in one migration at a time.
    admin.execute(
        "CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %d}"
            .formatted(keyspace, cluster.localDatacenter(), cluster.nodes().size()));
    admin.execute(ReadingsTable.ddl(keyspace));
    try (CqlSession session = sessions.plain()) {
      new InitialLoad(session, dataset).run();
    }
    require(0, "init");
    phases.start();
    IntFunction<CqlSession> opener =
        instance ->
            instance < setup.uninstrumented() ? sessions.plain() : sessions.intercepted(instance);
    writeSpec(setup);
    this.traffic =
        Traffic.start(
            opener,
            setup.rates(),
            dataset,
            new History(dataset::initial),
            new RequestLog(phases::label));
  }

  /**
   * How large and how fast.
   *
   * @param rows before the application starts
   * @param copyRate rows per second at most
   * @param uninstrumented instances without the interceptor, which the migration does not see
   */
  record Setup(int rows, int copyRate, int uninstrumented, TrafficRates rates) {
    static Setup of(int rows) {
      return new Setup(rows, 50_000, 0, TrafficRates.modest().withRates(80, 15));
    }

    Setup withCopyRate(int rate) {
      return new Setup(rows, rate, uninstrumented, rates);
    }

    Setup withUninstrumented(int instances) {
      return new Setup(rows, copyRate, instances, rates);
    }

    Setup withRates(double writesPerSecond, double readsPerSecond) {
      return new Setup(
          rows, copyRate, uninstrumented, rates.withRates(writesPerSecond, readsPerSecond));
    }
  }

  /** The demo's spec, for this table. */
  private void writeSpec(Setup setup) {
    try {
      String spec =
          Files.readString(Path.of("readings-by-day.yaml"))
              .replace("rekey: readings-by-day", "rekey: " + migration)
              .replace("telemetry.", keyspace + ".")
              .replace("min-instances: 2", "min-instances: " + (2 - setup.uninstrumented()))
              .replace("second: 50000", "second: " + setup.copyRate());
      Files.createDirectories(FOLDER);
      Files.writeString(spec(), spec);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path spec() {
    return FOLDER.resolve(migration + ".yaml");
  }

  String migration() {
    return migration;
  }

  String source() {
    return keyspace + "." + ReadingsTable.NAME;
  }

  String target() {
    return source() + "_by_day";
  }

  String address() {
    var point = cluster.contactPoints().get(0);
    return point.getAddress().getHostAddress() + ":" + point.getPort();
  }

  Traffic traffic() {
    return traffic;
  }

  CqlSession admin() {
    return admin;
  }

  Stage stage(DemoConsole console) {
    return new Stage(admin, dataset, traffic, phases, console);
  }

  MigrationState state() {
    return new MigrationStore(admin).find(migration).orElseThrow().state();
  }

  /** Runs a command in this process. */
  Answer rekey(String... command) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(output, true, StandardCharsets.UTF_8);
    phases.beside(command[0]);
    int exitCode =
        RekeyCli.to(stream, stream, InProcessOperator.environment()).run(complete(command));
    phases.beside("");
    return new Answer(exitCode, output.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command in this process that must end with this exit code. */
  final Answer require(int exitCode, String... command) {
    Answer answer = rekey(command);
    if (answer.exitCode() != exitCode) {
      throw new AssertionError(
          "rekey %s ended with %d instead of %d:%n%s"
              .formatted(String.join(" ", command), answer.exitCode(), exitCode, answer.output()));
    }
    return answer;
  }

  /** Brings the migration to DUAL_WRITING. */
  void dualWrite() {
    require(0, "start", spec().toString());
    require(0, "dual-write", migration);
  }

  /** Starts a command in a process of its own, whose output goes to a file. */
  Process spawn(Path output, Map<String, String> environment, String... command) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.add("-Drekey.backfill.home=" + System.getProperty("rekey.backfill.home"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add(RekeyCli.class.getName());
    line.addAll(Arrays.asList(complete(command)));
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(InProcessOperator.environment());
    builder.environment().putAll(environment);
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String[] complete(String... command) {
    return Stream.concat(Stream.of(command), Stream.of("--contact-point", address()))
        .toArray(String[]::new);
  }

  /** Checks every row of a table while no writer writes. */
  AuditResult audit(String table) {
    AuditResult[] result = new AuditResult[1];
    traffic.whileWritersWait(
        () -> result[0] = new TableAudit(admin, dataset, traffic.history()).run(table));
    return result[0];
  }

  @Override
  public void close() {
    traffic.close();
    phases.close();
    admin.execute("DROP KEYSPACE " + keyspace);
  }
}
