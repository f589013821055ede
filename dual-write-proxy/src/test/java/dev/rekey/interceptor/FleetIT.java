package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.control.InstanceRecord;
import dev.rekey.control.InstanceRegistry;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@CassandraTest
final class FleetIT {
  private static final Instant TS = Instant.parse("2024-05-01T12:00:00Z");
  private static final RekeyOptions SHORT_LEASE =
      RekeyOptions.defaults()
          .withApplication("short")
          .withLease(Duration.ofSeconds(6))
          .withPollInterval(Duration.ofMillis(100));

  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final String keyspace;
  private Rekeying rekeying;

  FleetIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
    this.keyspace = keyspace.name();
  }

  @BeforeEach
  void open() {
    rekeying = Rekeying.create(plain, cluster, keyspace);
  }

  @Test
  void aCleanCloseEndsTheRowAndAnErrorFreeFleetAcknowledges() {
    CqlSession app = rekeying.application(Rekeying.OPTIONS.withApplication("closing"), seconds(20));
    rekeying.publish(Phase.DUAL);
    InstanceRecord live = instance("closing");
    assertThat(live.status()).isEqualTo(InstanceRecord.Status.LIVE);
    assertThat(live.hasAcknowledged(rekeying.mapping.migration(), 2)).isTrue();
    assertThat(live.process().formats()).containsExactlyInAnyOrder(1, 2);
    app.execute(insert(), "a", TS);
    app.close();

    InstanceRecord closed = instance("closing");
    assertThat(closed.status()).isEqualTo(InstanceRecord.Status.CLOSED);
    assertThat(closed.counter(rekeying.mapping.migration(), "mirrored")).isEqualTo(1);
  }

  /** As with the driver's own sessions: frameworks do it. */
  @Test
  void closingAgainChangesNothing() {
    CqlSession app = rekeying.application(Rekeying.OPTIONS.withApplication("again"), seconds(20));
    CompletionStage<Void> first = app.closeAsync();
    CompletionStage<Void> second = app.closeAsync();
    assertThat(first.toCompletableFuture()).succeedsWithin(seconds(30));
    assertThat(second.toCompletableFuture()).succeedsWithin(seconds(30));
    app.close();
    assertThat(instance("again").status()).isEqualTo(InstanceRecord.Status.CLOSED);

    CqlSession cut = rekeying.application(Rekeying.OPTIONS.withApplication("cut"), seconds(20));
    cut.forceCloseAsync().toCompletableFuture().join();
    assertThat(cut.closeAsync().toCompletableFuture()).succeedsWithin(seconds(30));
    assertThat(instance("cut").status())
        .as("as after a crash")
        .isEqualTo(InstanceRecord.Status.LIVE);
  }

  @Test
  void anInstanceThatWasDeclaredDeadRegistersAnew() {
    try (CqlSession app =
        rekeying.application(Rekeying.OPTIONS.withApplication("undead"), seconds(20))) {
      InstanceRegistry registry = new InstanceRegistry(plain);
      // Refused while the instance renews between our read and our write.
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> registry.markDead(instance("undead"), Instant.now()).isApplied());
      rekeying.publishOnly(rekeying.record().publication().next(Phase.DUAL));

      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  rekeying.instances().stream()
                      .filter(i -> i.process().application().equals("undead"))
                      .filter(i -> i.status() == InstanceRecord.Status.LIVE)
                      .anyMatch(i -> i.hasAcknowledged(rekeying.mapping.migration(), 2)));
      app.execute(insert(), "a", TS);
      rekeying.assertTablesEqual();
    }
  }

  @Test
  void aLapsedLeaseStopsTheMigratingTableOnlyAndServiceReturns() {
    plain.execute(
        ddl("CREATE TABLE IF NOT EXISTS %s.free (k int PRIMARY KEY)".formatted(keyspace)));
    try (CqlSession app = rekeying.application(SHORT_LEASE, seconds(3))) {
      rekeying.publish(Phase.DUAL);
      app.execute(insert(), "a", TS);
      plain.execute(ddl("DROP TABLE rekey.instance"));
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> app.execute(insert(), "b", TS))
                      .isInstanceOf(PhaseLeaseExpiredException.class)
                      .hasMessageContaining("no valid lease (6000 ms), it was not sent"));
      app.execute("INSERT INTO free (k) VALUES (1)");
      assertThat(app.execute("SELECT * FROM free").all()).hasSize(1);

      ControlKeyspace.create(plain);
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(() -> app.execute(insert(), "c", TS).wasApplied());
      rekeying.assertTablesEqual();
    }
  }

  @Test
  void withoutAControlKeyspaceTheApplicationStartsAndJoinsWhenItAppears() {
    plain.execute(ddl("DROP KEYSPACE rekey"));
    try (CqlSession app = rekeying.application(Rekeying.OPTIONS, seconds(20))) {
      app.execute(insert(), "early", TS);
      Rekeying later = Rekeying.create(plain, cluster, keyspace);
      later.publish(Phase.DUAL);
      await().atMost(Duration.ofSeconds(30)).until(() -> !later.instances().isEmpty());
      later.awaitAcknowledged();
      app.execute(
          "INSERT INTO %s (sensor, ts) VALUES (?, ?)".formatted(later.sourceName()), "late", TS);
      assertThat(later.sourceCells()).hasSize(1);
      later.assertTablesEqual();
    }
  }

  @Test
  void anApplicationStartsWhileTheControlKeyspaceIsBeingCreated() {
    plain.execute(ddl("DROP KEYSPACE rekey"));
    plain.execute(
        ddl(
            "CREATE KEYSPACE rekey WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"));
    plain.execute(
        ddl("CREATE TABLE rekey.migration (scope text, name text, PRIMARY KEY ((scope), name))"));
    try (CqlSession app = rekeying.application(Rekeying.OPTIONS, seconds(20))) {
      app.execute(insert(), "early", TS);
      plain.execute(ddl("DROP TABLE rekey.migration"));
      Rekeying later = Rekeying.create(plain, cluster, keyspace);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> later.instances().stream().anyMatch(i -> true));
    } finally {
      ControlKeyspace.create(plain);
    }
  }

  @Test
  void aControlKeyspaceThatLostTablesIsNotTakenForAnUnfinishedOne() {
    plain.execute(ddl("DROP TABLE rekey.journal_minute"));
    try {
      assertThatThrownBy(() -> rekeying.application().close())
          .hasMessageContaining("Cannot join the fleet")
          .hasMessageContaining("it holds migrations");
    } finally {
      ControlKeyspace.create(plain);
    }
  }

  @Test
  void aLeaseShorterThanTwoRequestsIsRefusedAtStart() {
    assertThatThrownBy(() -> rekeying.application(SHORT_LEASE, seconds(5)).close())
        .hasMessageContaining(
            "Cannot start: profile 'default' has a request timeout of 5000 ms, more than half of the lease of 6000 ms");
  }

  @Test
  void timestampsAreAboveThePublishedFence() {
    try (CqlSession app = rekeying.application()) {
      rekeying.publish(Phase.DUAL);
      long fence = Instant.now().plusSeconds(3600).toEpochMilli() * 1000;
      rekeying.fence(fence);
      app.execute(
          "UPDATE %s SET note = 'n' WHERE sensor = 'a' AND ts = ?".formatted(rekeying.sourceName()),
          TS);
      app.execute(
          "UPDATE %s SET note = 'm' WHERE sensor = 'a' AND ts = ?".formatted(rekeying.sourceName()),
          TS);
      long written =
          plain
              .execute("SELECT note, writetime(note) AS w FROM " + rekeying.source())
              .one()
              .getLong("w");
      assertThat(written).isGreaterThan(fence + 1);
      rekeying.assertTablesEqual();
    }
  }

  /** Every acknowledged write is readable at once by both instances, in every phase of the walk. */
  @Test
  void nothingIsLostWhileTwoInstancesWalkThroughThePhasesAndBack() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (CqlSession one = rekeying.application();
        CqlSession two = rekeying.application()) {
      rekeying.publish(Phase.DUAL);
      List<Future<Integer>> workers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int id = i;
        CqlSession writer = i % 2 == 0 ? one : two;
        CqlSession reader = i % 2 == 0 ? two : one;
        workers.add(threads.submit(() -> writeAndRead(writer, reader, id, stop)));
      }
      rekeying.publish(Phase.DUAL_READ_TARGET);
      rekeying.publish(Phase.DUAL);
      rekeying.publish(Phase.DUAL_READ_TARGET);
      stop.set(true);
      int written = 0;
      for (Future<Integer> worker : workers) {
        written += worker.get(60, TimeUnit.SECONDS);
      }
      await().atMost(Duration.ofSeconds(60)).until(() -> rekeying.journalled() == 0);
      assertThat(rekeying.sourceCells()).hasSize(written);
      rekeying.assertTablesEqual();
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
  }

  /** Applied ones are there, refused ones are not: nothing is refused after it was made. */
  @Test
  void aLightweightTransactionUnderWayWhenTheDualPhaseBeginsKeepsItsAnswer() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    AtomicBoolean stop = new AtomicBoolean();
    CountDownLatch running = new CountDownLatch(4);
    try (CqlSession app = rekeying.application()) {
      List<Future<Integer>> workers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int id = i;
        workers.add(threads.submit(() -> insertUntil(stop, app, "lwt" + id, running)));
      }
      assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
      rekeying.publish(Phase.DUAL);
      stop.set(true);
      assertThat(statistics(app).rechecked()).as("under way when the phase changed").isPositive();
      for (int i = 0; i < 4; i++) {
        int applied = workers.get(i).get(60, TimeUnit.SECONDS);
        assertThat(
                plain
                    .execute(
                        "SELECT count(*) FROM %s WHERE sensor = 'lwt%d'"
                            .formatted(rekeying.source(), i))
                    .one()
                    .getLong(0))
            .isEqualTo(applied);
      }
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
  }

  /** Returns how many were applied. */
  private int insertUntil(
      AtomicBoolean stop, CqlSession app, String sensor, CountDownLatch running) {
    int applied = 0;
    while (!stop.get()) {
      boolean made =
          app.execute(insert() + " IF NOT EXISTS", sensor, TS.plusSeconds(applied)).wasApplied();
      assertThat(made).as("%s %d is new", sensor, applied).isTrue();
      running.countDown();
      applied++;
    }
    return applied;
  }

  private int writeAndRead(CqlSession writer, CqlSession reader, int id, AtomicBoolean stop) {
    PreparedStatement insert = writer.prepare(insert());
    PreparedStatement select =
        reader.prepare(
            "SELECT ts FROM %s WHERE sensor = ? AND ts = ?".formatted(rekeying.sourceName()));
    int written = 0;
    while (!stop.get() && written < 20_000) {
      Instant ts = TS.plusSeconds(written * 3600L);
      writer.execute(insert.bind("s" + id, ts));
      written++;
      assertThat(reader.execute(select.bind("s" + id, ts)).one())
          .as("write %d of worker %d", written, id)
          .isNotNull();
    }
    return written;
  }

  private MigrationStatistics statistics(CqlSession app) {
    return RekeySession.statistics(app).get(rekeying.mapping.migration());
  }

  private String insert() {
    return "INSERT INTO %s (sensor, ts) VALUES (?, ?)".formatted(rekeying.sourceName());
  }

  private InstanceRecord instance(String application) {
    return rekeying.instances().stream()
        .filter(i -> i.process().application().equals(application))
        .findFirst()
        .orElseThrow();
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static SimpleStatement ddl(String cql) {
    return SimpleStatement.newInstance(cql).setTimeout(Duration.ofSeconds(60));
  }
}
