package dev.rekey.benchmarks;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.rekey.interceptor.RekeySession;
import dev.rekey.orchestrator.cli.RekeyCli;
import dev.rekey.testkit.CassandraCluster;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * What the interceptor costs: without a migration, while both tables are written, and after the
 * switch, each beside what the plain driver does in the same run.
 *
 * <p>Boots a Cassandra of its own and migrates a table of 14,400 rows on it. Needs {@code
 * REKEY_BACKFILL_HOME} (default {@code spark-backfill/target/dist}). Arguments: rounds (default 7)
 * and seconds a turn (default 3).
 */
public final class InterceptorComparison implements AutoCloseable {
  private static final String SOURCE = "bench.readings";
  private static final String TARGET = "bench.readings_by_day";
  private static final String LOGGED = "bench.logged";
  private static final Instant FIRST_DAY = Instant.parse("2026-01-01T00:00:00Z");
  private static final int SENSORS = 20;
  private static final int DAYS = 30;
  private static final int ROWS_A_DAY = 24;

  private final int rounds;
  private final double seconds;
  private final CassandraCluster cluster;
  private final CqlSession plain;
  private final CqlSession intercepted;
  private final AtomicLong timestamps = new AtomicLong(System.currentTimeMillis() * 1000);

  private InterceptorComparison(int rounds, double seconds) throws IOException {
    this.rounds = rounds;
    this.seconds = seconds;
    this.cluster =
        CassandraCluster.builder().nodes(1).jvmArgument("-XX:TieredStopAtLevel=4").start();
    this.plain = open(CqlSession.builder());
    plain.execute(
        "CREATE KEYSPACE bench WITH replication = {'class': 'NetworkTopologyStrategy', '%s': 1}"
            .formatted(cluster.localDatacenter()));
    for (String table : List.of("readings", "logged", "untouched")) {
      plain.execute(
          "CREATE TABLE bench.%s (sensor_id text, ts timestamp, value double, quality int,"
                  .formatted(table)
              + " PRIMARY KEY (sensor_id, ts))");
    }
    rekey("init");
    this.intercepted = open(RekeySession.builder());
  }

  /** The process's entry point. */
  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
    double seconds = arguments.length > 1 ? Double.parseDouble(arguments[1]) : 3;
    try (InterceptorComparison comparison = new InterceptorComparison(rounds, seconds)) {
      comparison.passThrough();
      comparison.migrateToDual();
      comparison.writes();
      comparison.switchReads();
      comparison.reads();
    }
  }

  private void passThrough() throws InterruptedException {
    LongFunction<CompletionStage<?>> byDriver = insert(plain, "bench.untouched");
    LongFunction<CompletionStage<?>> byInterceptor = insert(intercepted, "bench.untouched");
    new SideBySide("Write of a table without a migration", rounds, seconds)
        .with("plain driver", byDriver)
        .with("interceptor", byInterceptor)
        .print();
  }

  private void writes() throws InterruptedException {
    PreparedStatement source = plain.prepare(insertInto(SOURCE));
    PreparedStatement target =
        plain.prepare(
            "INSERT INTO "
                + TARGET
                + " (sensor_id, day, ts, value, quality) VALUES (?, ?, ?, ?, ?)");
    new SideBySide("Write while both tables are written", rounds, seconds)
        .with("two parallel writes by hand", i -> twice(source, target, i))
        .with("interceptor", insert(intercepted, SOURCE))
        .with("interceptor, one logged batch", insert(intercepted, LOGGED))
        .with("one plain write", insert(plain, SOURCE))
        .print();
  }

  private CompletionStage<?> twice(PreparedStatement source, PreparedStatement target, long i) {
    long timestamp = timestamps.incrementAndGet();
    Instant ts = time(i);
    BoundStatement first = source.bind(sensor(i), ts, (double) i, (int) (i % 100));
    BoundStatement second =
        target.bind(
            sensor(i), LocalDate.ofInstant(ts, ZoneOffset.UTC), ts, (double) i, (int) (i % 100));
    CompletableFuture<?> one =
        plain.executeAsync(first.setQueryTimestamp(timestamp)).toCompletableFuture();
    CompletableFuture<?> two =
        plain.executeAsync(second.setQueryTimestamp(timestamp)).toCompletableFuture();
    return CompletableFuture.allOf(one, two);
  }

  private void reads() throws InterruptedException {
    new SideBySide("Read of one row", rounds, seconds)
        .with("plain driver, source", oneRow(plain))
        .with("interceptor, target", oneRow(intercepted))
        .print();
    for (int days : List.of(1, 7, 30)) {
      new SideBySide(
              "Range read of %d rows, %d bucket%s"
                  .formatted(days * ROWS_A_DAY, days, days == 1 ? "" : "s"),
              rounds,
              seconds)
          .with("plain driver, source", range(plain, days))
          .with("interceptor, target", range(intercepted, days))
          .print();
    }
  }

  private static LongFunction<CompletionStage<?>> oneRow(CqlSession session) {
    PreparedStatement select =
        session.prepare("SELECT value, quality FROM " + SOURCE + " WHERE sensor_id = ? AND ts = ?");
    return i -> session.executeAsync(select.bind(sensor(i), time(i)));
  }

  private static LongFunction<CompletionStage<?>> range(CqlSession session, int days) {
    PreparedStatement select =
        session.prepare("SELECT * FROM " + SOURCE + " WHERE sensor_id = ? AND ts >= ? AND ts < ?");
    return i -> {
      Instant from = FIRST_DAY.plus(i % (DAYS - days + 1), ChronoUnit.DAYS);
      Instant to = from.plus(days, ChronoUnit.DAYS);
      return session.executeAsync(select.bind(sensor(i), from, to)).thenCompose(rows -> rest(rows));
    };
  }

  private static CompletionStage<AsyncResultSet> rest(AsyncResultSet page) {
    page.currentPage().forEach(row -> {});
    return page.hasMorePages()
        ? page.fetchNextPage().thenCompose(InterceptorComparison::rest)
        : CompletableFuture.completedFuture(page);
  }

  private static LongFunction<CompletionStage<?>> insert(CqlSession session, String table) {
    PreparedStatement insert = session.prepare(insertInto(table));
    return i -> session.executeAsync(insert.bind(sensor(i), time(i), (double) i, (int) (i % 100)));
  }

  private static String insertInto(String table) {
    return "INSERT INTO " + table + " (sensor_id, ts, value, quality) VALUES (?, ?, ?, ?)";
  }

  private static String sensor(long i) {
    return "sensor-" + i % SENSORS;
  }

  /** Every hour of the thirty days in turn, so that the table keeps its size. */
  private static Instant time(long i) {
    return FIRST_DAY.plus(i / SENSORS % (DAYS * ROWS_A_DAY), ChronoUnit.HOURS);
  }

  private void migrateToDual() throws InterruptedException, IOException {
    PreparedStatement insert = plain.prepare(insertInto(SOURCE));
    for (long i = 0; i < (long) SENSORS * DAYS * ROWS_A_DAY; i++) {
      plain.execute(insert.bind(sensor(i), time(i), 0.0, 0));
    }
    dualWrite("bench", SOURCE, "parallel");
    dualWrite("logged", LOGGED, "logged-batch");
  }

  private void dualWrite(String name, String source, String mode) throws IOException {
    Path spec = Files.createTempFile("bench", ".yaml");
    Files.writeString(
        spec,
        """
        rekey: %s
        source: %s
        target:
          table: %s_by_day
          partition-key: [sensor_id, day]
          clustering: [{column: ts, order: asc}]
        columns:
          day: date(ts)
        writers: {min-instances: 1}
        dual-writes: %s
        """
            .formatted(name, source, source, mode));
    rekey("start", spec.toString());
    rekey("dual-write", name);
    Files.delete(spec);
  }

  private void switchReads() {
    rekey("backfill", "bench");
    rekey("verify", "bench");
    rekey("switch-reads", "bench");
  }

  private void rekey(String... command) {
    var point = cluster.contactPoints().get(0);
    String[] complete =
        Stream.concat(
                Arrays.stream(command),
                Stream.of(
                    "--contact-point", point.getAddress().getHostAddress() + ":" + point.getPort()))
            .toArray(String[]::new);
    PrintStream log = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    Map<String, String> environment =
        Map.of(
            "REKEY_BACKFILL_HOME",
            System.getenv().getOrDefault("REKEY_BACKFILL_HOME", "spark-backfill/target/dist"));
    int exitCode = RekeyCli.to(log, log, environment).run(complete);
    if (exitCode != 0) {
      throw new IllegalStateException(
          "Cannot measure: 'rekey %s' ended with %d".formatted(command[0], exitCode));
    }
  }

  private CqlSession open(CqlSessionBuilder builder) {
    return builder
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(5))
                .build())
        .addContactPoints(cluster.contactPoints())
        .withLocalDatacenter(cluster.localDatacenter())
        .build();
  }

  @Override
  public void close() {
    intercepted.close();
    plain.close();
    cluster.close();
  }
}
