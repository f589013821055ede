package dev.rekey.demo.app;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.demo.history.History;
import dev.rekey.demo.history.RowKey;
import dev.rekey.demo.history.RowState;
import dev.rekey.demo.history.Violation;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.DriverSessions;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The application against one plain table: the checker finds nothing where nothing is wrong, and
 * everything that is done behind its back.
 */
@CassandraTest
final class TrafficIT {
  private static final Dataset DATASET = Dataset.ofAbout(11_000);

  private final CqlSession session;
  private final TestKeyspace keyspace;
  private final CassandraCluster cluster;
  private final History history = new History(DATASET::initial);
  private final RequestLog log = new RequestLog(() -> "plain");

  TrafficIT(CqlSession session, TestKeyspace keyspace, CassandraCluster cluster) {
    this.session = session;
    this.keyspace = keyspace;
    this.cluster = cluster;
  }

  @BeforeEach
  void load() {
    session.execute("DROP TABLE IF EXISTS " + table());
    session.execute(ReadingsTable.ddl(keyspace.name()));
    try (CqlSession own = open()) {
      new InitialLoad(own, DATASET).run();
    }
  }

  @Test
  void findsNothingWrongWithAPlainTable() {
    drive(() -> log.writes() > 3_000 && log.reads() > 1_500);

    AuditResult audit = audit();
    assertThat(history.totals().samples()).isEmpty();
    assertThat(log.failures()).as("failed: %s", log.errors()).isZero();
    assertThat(audit.violations()).isZero();
    assertThat(audit.inDoubt()).isZero();
    assertThat(audit.values()).isPositive();
    assertThat(audit.deletes()).isPositive();
    assertThat(audit.loaded()).isBetween(DATASET.loadedRows() / 2, DATASET.loadedRows());
    assertThat(audit.sizes().partitions()).isEqualTo(DATASET.sensors());
    assertThat(log.byPhase().get("plain").writes().p50Micros()).isPositive();
  }

  @Test
  void auditsWhileTheApplicationRuns() {
    try (Traffic traffic = start()) {
      await().atMost(60, SECONDS).until(() -> log.writes() > 300);
      AtomicReference<AuditResult> audit = new AtomicReference<>();
      traffic.whileWritersWait(() -> audit.set(audit()));
      long writes = log.writes();

      assertThat(audit.get().violations()).as("%s", history.totals().samples()).isZero();
      await().atMost(60, SECONDS).until(() -> log.writes() > writes);
    }
  }

  @Test
  void findsALostWriteARevivedDeleteAndAStaleValue() {
    drive(() -> log.writes() > 1_000);
    RowKey lost = any(RowState.Present.class);
    run("DELETE FROM %s WHERE sensor_id = ? AND ts = ?", lost);
    RowKey revived = any(RowState.Deleted.class);
    run(
        "UPDATE %s SET value = 1, unit = 'bar', quality = 1 WHERE sensor_id = ? AND ts = ?",
        revived);
    RowKey stale = new RowKey(0, 5);
    run("UPDATE %s SET quality = -1 WHERE sensor_id = ? AND ts = ?", stale);
    session.execute(
        "INSERT INTO %s (sensor_id, ts, value, unit, quality) VALUES ('nobody', 0, 1, 'bar', 1)"
            .formatted(table()));

    assertThat(audit().violations()).isEqualTo(4);
    assertThat(history.totals().samples())
        .extracting(Violation::kind, Violation::row)
        .containsExactlyInAnyOrder(
            tuple(Violation.Kind.LOST, lost.toString()),
            tuple(Violation.Kind.REVIVED, revived.toString()),
            tuple(Violation.Kind.WRONG, stale.toString()),
            tuple(Violation.Kind.MISPLACED, "nobody 1970-01-01T00:00:00Z"));
  }

  @Test
  void readersNoticeALostWriteWhileTheApplicationRuns() {
    try (Traffic traffic = start()) {
      await().atMost(60, SECONDS).until(() -> log.writes() > 300);
      // With a timestamp of the future: whatever the application writes now is lost.
      session.execute(
          "DELETE FROM %s USING TIMESTAMP %d WHERE sensor_id = '%s'"
              .formatted(
                  table(), (System.currentTimeMillis() + 600_000) * 1000, DATASET.sensorId(0)));

      await()
          .atMost(60, SECONDS)
          .untilAsserted(
              () ->
                  assertThat(traffic.history().totals().violations())
                      .hasEntrySatisfying(
                          Violation.Kind.LOST, count -> assertThat(count).isPositive()));
    }
  }

  private void drive(BooleanSupplier enough) {
    try (Traffic traffic = start()) {
      await().atMost(120, SECONDS).until(enough::getAsBoolean);
      assertThat(traffic.history()).isSameAs(history);
    }
  }

  private Traffic start() {
    TrafficRates rates = TrafficRates.modest().withRates(800, 400);
    return Traffic.start(i -> open(), rates, DATASET, history, log);
  }

  private CqlSession open() {
    return DriverSessions.builder(cluster).withKeyspace(keyspace.name()).build();
  }

  private AuditResult audit() {
    return new TableAudit(session, DATASET, history).run(table());
  }

  private RowKey any(Class<? extends RowState> kind) {
    return history.touchedKeys().stream()
        .sorted()
        .filter(key -> kind.isInstance(history.newest(key)))
        .findFirst()
        .orElseThrow();
  }

  private void run(String cql, RowKey key) {
    session.execute(cql.formatted(table()), DATASET.sensorId(key.sensor()), DATASET.timestamp(key));
  }

  private String table() {
    return keyspace.table(ReadingsTable.NAME);
  }
}
