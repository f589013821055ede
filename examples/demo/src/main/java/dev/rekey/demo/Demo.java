package dev.rekey.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.demo.app.AuditResult;
import dev.rekey.demo.app.Dataset;
import dev.rekey.demo.app.InitialLoad;
import dev.rekey.demo.app.ReadingsTable;
import dev.rekey.demo.app.RequestLog;
import dev.rekey.demo.app.TableAudit;
import dev.rekey.demo.app.Traffic;
import dev.rekey.demo.app.TrafficRates;
import dev.rekey.demo.history.History;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.DriverSessions;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One run of the demo: server, data, application, migration, report.
 *
 * <p>{@link #close} may come from a shutdown hook while {@link #run} is anywhere. What is not yet
 * assigned then needs no closing: servers and child processes end when this process does.
 */
final class Demo implements AutoCloseable {
  static final String KEYSPACE = "telemetry";
  static final String MIGRATION = "readings-by-day";
  static final String SOURCE = KEYSPACE + "." + ReadingsTable.NAME;
  static final String TARGET = SOURCE + "_by_day";
  private static final int CHECKS_FAILED = 14;
  private static final int INTERRUPTED = 130;

  private static final long LONGEST_HOOK_MILLIS = 5_000;

  private final DemoOptions options;
  private final DemoFiles files;
  private final DemoConsole console;
  private final Dataset dataset;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile CassandraCluster cluster;
  private volatile CqlSession admin;
  private volatile PhaseWatch phases;
  private volatile Traffic traffic;

  Demo(DemoOptions options, DemoFiles files, DemoConsole console) {
    this.options = options;
    this.files = files;
    this.console = console;
    this.dataset = Dataset.ofAbout(options.rows);
  }

  /** Runs it all; the result is the exit code. */
  int run() {
    boot();
    AuditResult before = load();
    startApplication();
    if (options.setupOnly) {
      Instructions.afterSetup(console, files, address());
      awaitInterrupt();
      return 0;
    }

    Place place =
        new Place(MIGRATION, Instructions.relative(files.spec()), address(), SOURCE, TARGET);
    Stage stage = new Stage(admin, dataset, traffic, phases, console);
    Walk walk =
        new Walk(
            new InProcessOperator(console),
            place,
            stage,
            Duration.ofSeconds(options.secondsOfTraffic));
    Optional<String> broken = walk.run();
    if (closed.get()) {
      console.say("Interrupted: the server and the application are being stopped.");
      return INTERRUPTED;
    }
    List<Check> checks = walk.checks(broken);
    DemoReport report = new DemoReport(walk, stage, before, "Cassandra " + cluster.version());
    report.write(checks, files.report());
    if (options.keep) {
      Instructions.afterMigration(console, address());
      awaitInterrupt();
    }
    return checks.stream().allMatch(Check::holds) ? 0 : CHECKS_FAILED;
  }

  private void boot() {
    console.title("A Cassandra of its own");
    long start = System.nanoTime();
    cluster =
        CassandraCluster.builder()
            .nodes(1)
            .directory(files.newServerFolder())
            // It scans both tables several times: the second compiler pays.
            .jvmArgument("-XX:TieredStopAtLevel=4")
            .start();
    admin = DriverSessions.open(cluster);
    phases = new PhaseWatch(admin, MIGRATION);
    console.say(
        "Cassandra %s answers at %s (%.1f s)", cluster.version(), address(), seconds(start));
  }

  private AuditResult load() {
    console.title("A table with one partition per sensor, which grows for ever");
    admin.execute(
        "CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': 1}"
            .formatted(KEYSPACE, cluster.localDatacenter()));
    String ddl = ReadingsTable.ddl(KEYSPACE);
    console.say(ddl);
    admin.execute(ddl);
    long start = System.nanoTime();
    try (CqlSession session = sessions().plain()) {
      new InitialLoad(session, dataset).run();
    }
    double loading = seconds(start);
    AuditResult loaded = new TableAudit(admin, dataset, new History(dataset::initial)).run(SOURCE);
    console.say(
        "%,d rows in %d partitions, %,d of them in one (loaded in %.1f s)",
        loaded.rows(), loaded.sizes().partitions(), loaded.sizes().rows().max(), loading);
    return loaded;
  }

  private void startApplication() {
    console.title("An application that knows only this table");
    TrafficRates rates = TrafficRates.modest();
    phases.start();
    traffic =
        Traffic.start(
            sessions()::intercepted,
            rates,
            dataset,
            new History(dataset::initial),
            new RequestLog(phases::label));
    console.say(
        "%d instances with %d writer and %d reader threads each, %.0f writes/s and %.0f reads/s;",
        rates.instances(),
        rates.writersPerInstance(),
        rates.readersPerInstance(),
        rates.writesPerSecond(),
        rates.readsPerSecond());
    console.say("its one change is RekeySession.builder() instead of CqlSession.builder()");
  }

  private ApplicationSessions sessions() {
    return new ApplicationSessions(cluster, KEYSPACE);
  }

  private String address() {
    var point = cluster.contactPoints().get(0);
    return point.getAddress().getHostAddress() + ":" + point.getPort();
  }

  private void awaitInterrupt() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static double seconds(long startNanos) {
    return (System.nanoTime() - startNanos) / (double) TimeUnit.SECONDS.toNanos(1);
  }

  /** Ends application and server; the second call does nothing. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }

    end.countDown();
    closeAll(traffic, phases, admin, cluster);
  }

  /**
   * For a shutdown hook: ends what can be ended soon, in silence. The server's own hook runs beside
   * this one, so the application may lose its server before it has ended.
   */
  void closeInHook() {
    System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    Thread closer = new Thread(this::close, "demo-close");
    closer.setDaemon(true);
    closer.start();
    try {
      closer.join(LONGEST_HOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void closeAll(AutoCloseable... parts) {
    for (AutoCloseable part : parts) {
      try {
        if (part != null) {
          part.close();
        }
      } catch (Exception e) {
        // The next part must still be closed; whatever stays ends with this process.
        System.err.println("Cannot close a part of the demo: " + e.getMessage());
      }
    }
  }
}
