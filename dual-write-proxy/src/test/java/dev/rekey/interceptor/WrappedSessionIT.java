package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.control.InstanceRecord;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.DriverSessions;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The interceptor in front of the driver, for one it does not fit into. */
@CassandraTest
final class WrappedSessionIT {
  private static final Instant TS = Instant.parse("2024-05-01T12:00:00Z");
  private static final RekeyOptions OPTIONS =
      Rekeying.OPTIONS.withApplication("wrapped").withLease(Duration.ofSeconds(60));

  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final String keyspace;
  private Rekeying rekeying;

  WrappedSessionIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
    this.keyspace = keyspace.name();
  }

  @BeforeEach
  void create() {
    rekeying = Rekeying.create(plain, cluster, keyspace);
  }

  @Test
  void everyPathIsMirroredAndReadWhereThePhaseSays() throws Exception {
    CqlSession app = wrap();
    rekeying.publish(Phase.DUAL);
    String insert =
        "INSERT INTO %s (sensor, ts, note) VALUES (?, ?, 'n')".formatted(rekeying.sourceName());
    app.execute(insert, "simple", TS);
    PreparedStatement prepared = app.prepare(insert);
    app.execute(prepared.bind("prepared", TS));
    app.executeAsync(prepared.bind("async", TS)).toCompletableFuture().join();
    app.execute(
        BatchStatement.newInstance(
            BatchType.UNLOGGED,
            prepared.bind("batch", TS),
            SimpleStatement.newInstance(insert, "batch2", TS)));
    app.execute("BEGIN BATCH %s; APPLY BATCH".formatted(insert), "text", TS);
    Reactive.rows(app.executeReactive(prepared.bind("reactive", TS)));
    assertThat(rekeying.sourceCells()).hasSize(7);
    rekeying.assertTablesEqual();

    rekeying.publish(Phase.TARGET);
    PreparedStatement late =
        app.prepare(
            "UPDATE %s SET note = 'late' WHERE sensor = ? AND ts = ?"
                .formatted(rekeying.sourceName()));
    app.execute(late.bind("simple", TS));
    assertThat(
            app.execute(
                    "SELECT note FROM %s WHERE sensor = 'simple' AND ts = ?"
                        .formatted(rekeying.sourceName()),
                    TS)
                .one()
                .getString(0))
        .isEqualTo("late");
    assertThat(RekeySession.statistics(app).get(rekeying.mapping.migration()).mirrored())
        .isEqualTo(7);
    app.close();
    assertThat(rekeying.instances())
        .filteredOn(row -> row.process().application().equals("wrapped"))
        .isNotEmpty()
        .allMatch(row -> row.status() == InstanceRecord.Status.CLOSED);
  }

  /** The driver would ask the source for the second page, whatever the phase is. */
  @Test
  void aNextPageIsAskedForUnderThePhaseOfItsOwnTime() {
    try (CqlSession app = wrap()) {
      rekeying.publish(Phase.DUAL);
      for (int i = 0; i < 6; i++) {
        app.execute(
            "INSERT INTO %s (sensor, ts) VALUES ('a', ?)".formatted(rekeying.sourceName()),
            TS.plusSeconds(i));
      }
      SimpleStatement read =
          SimpleStatement.newInstance(
                  "SELECT ts FROM %s WHERE sensor = 'a' AND ts >= ? AND ts < ?"
                      .formatted(rekeying.sourceName()),
                  TS,
                  TS.plusSeconds(60))
              .setPageSize(2);
      AsyncResultSet page = app.executeAsync(read).toCompletableFuture().join();
      List<Instant> read1 = new ArrayList<>();
      page.currentPage().forEach(row -> read1.add(row.getInstant(0)));
      rekeying.publish(Phase.TARGET);
      plain.execute("TRUNCATE " + rekeying.source());
      while (page.hasMorePages()) {
        page = page.fetchNextPage().toCompletableFuture().join();
        page.currentPage().forEach(row -> read1.add(row.getInstant(0)));
      }
      assertThat(read1).hasSize(6).doesNotHaveDuplicates();
    }
  }

  @Test
  void whatIsInterceptedOrWrappedAlreadyIsNotWrapped() {
    try (CqlSession app = rekeying.application()) {
      assertThatThrownBy(() -> RekeySession.wrap(app, OPTIONS))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("it is intercepted already");
    }
    try (CqlSession app = wrap()) {
      assertThatThrownBy(() -> RekeySession.wrap(app, OPTIONS))
          .hasMessageContaining("it is intercepted already");
    }
  }

  private CqlSession wrap() {
    return RekeySession.wrap(
        DriverSessions.builder(cluster).withKeyspace(keyspace).build(), OPTIONS);
  }
}
