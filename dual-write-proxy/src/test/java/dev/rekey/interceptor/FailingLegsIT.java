package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.rekey.control.InstanceRecord;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens when one of the two tables cannot be written. */
@CassandraTest
final class FailingLegsIT {
  private static final Instant TS = Instant.parse("2024-05-01T12:00:00Z");

  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final String keyspace;
  private Rekeying rekeying;
  private CqlSession app;
  private Runnable mendTarget;

  FailingLegsIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
    this.keyspace = keyspace.name();
  }

  @BeforeEach
  void open() {
    rekeying = Rekeying.create(plain, cluster, keyspace);
    app = rekeying.application();
    rekeying.publish(Phase.DUAL);
  }

  @AfterEach
  void close() {
    app.close();
  }

  @Test
  void aTargetThatCannotBeWrittenIsJournalledAndHealed() {
    PreparedStatement insert = insert();
    app.execute(insert.bind("before", TS, 1.0, 4_000));
    breakTarget();

    app.execute(insert.bind("a", TS, 2.0, 4_000));
    app.execute(
        "UPDATE %s SET note = 'kept' WHERE sensor = 'a' AND ts = ?"
            .formatted(rekeying.sourceName()),
        TS);
    app.execute(
        "INSERT INTO %s (sensor, ts, note) VALUES ('gone', ?, 'x') USING TTL 1"
            .formatted(rekeying.sourceName()),
        TS);
    assertThat(rekeying.sourceCells()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(statistics().journalled()).isEqualTo(3);
    assertThat(rekeying.journalled()).isEqualTo(3);

    mendTarget();
    app.execute(insert.bind("before", TS, 1.0, 4_000));
    await().atMost(Duration.ofSeconds(90)).until(() -> rekeying.journalled() == 0);
    await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> rekeying.assertTablesEqual());
    assertThat(rekeying.sourceCells()).hasSize(2);
    assertThat(statistics().reconciled()).isEqualTo(3);
  }

  @Test
  void inAStrictPhaseTheApplicationGetsTheError() {
    rekeying.publish(Phase.DUAL_STRICT);
    breakTarget();

    assertThatThrownBy(() -> app.execute(insert().bind("s", TS, 1.0, 4_000)))
        .isInstanceOf(MirrorFailedException.class)
        .hasMessageContaining("Cannot acknowledge the write")
        .hasMessageContaining("DUAL_STRICT")
        .hasMessageContaining("TARGET was not");
    assertThat(rekeying.journalled()).isEqualTo(1);
    mendTarget();
  }

  @Test
  void withoutAJournalNothingIsAcknowledged() {
    PreparedStatement insert = insert();
    breakTarget();
    plain.execute(ddl("DROP TABLE rekey.mirror_journal"));
    try {
      assertThatThrownBy(() -> app.execute(insert.bind("s", TS, 1.0, 4_000)))
          .isInstanceOf(MirrorFailedException.class)
          .hasMessageContaining("the journal of migration " + rekeying.mapping.migration())
          .hasMessageContaining("write again");
      assertThat(statistics().torn()).isEqualTo(1);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  rekeying.instances().stream()
                      .anyMatch(
                          instance ->
                              instance.counter(
                                      rekeying.mapping.migration(), InstanceRecord.LAST_TORN)
                                  > 0));
    } finally {
      ControlKeyspace.create(plain);
      mendTarget();
    }
  }

  @Test
  void whatTheSourceRefusesIsTakenBackFromTheTarget() {
    String insert =
        "INSERT INTO %s (sensor, ts, value, note) VALUES (?, ?, ?, ?)"
            .formatted(rekeying.sourceName());
    app.execute(insert, "old", TS, 1.0, "kept");
    Map<String, List<String>> before = values(rekeying.sourceCells());
    plain.execute(ddl("CREATE INDEX ON %s (note)".formatted(rekeying.source())));
    String tooLongForTheIndex = "x".repeat(70_000);

    assertThatThrownBy(() -> app.execute(insert, "old", TS, 2.0, tooLongForTheIndex))
        .isInstanceOf(InvalidQueryException.class);
    assertThatThrownBy(() -> app.execute(insert, "new", TS, 3.0, tooLongForTheIndex))
        .isInstanceOf(InvalidQueryException.class);
    assertThat(values(rekeying.sourceCells())).isEqualTo(before);
    assertThat(rekeying.targetCells()).as("it was written there").hasSize(2);

    await().atMost(Duration.ofSeconds(60)).until(() -> rekeying.journalled() == 0);
    assertThat(values(rekeying.targetCells())).isEqualTo(before);
    app.execute(insert, "old", TS, 4.0, "again");
    rekeying.assertTablesEqual();
  }

  /** Without write times: what came back is younger there. */
  private static Map<String, List<String>> values(Map<String, List<String>> cells) {
    Map<String, List<String>> values = new TreeMap<>();
    cells.forEach(
        (key, row) ->
            values.put(
                key,
                IntStream.range(0, row.size())
                    .filter(i -> i % 3 == 0)
                    .mapToObj(row::get)
                    .toList()));
    return values;
  }

  @Test
  void aTextBatchThatGivesItsTimestampKeepsItInTheJournal() {
    long chosen = 1_700_000_000_000_000L;
    app.execute(insert().bind("before", TS, 1.0, 4_000));
    breakTarget();
    app.execute(
        "BEGIN BATCH USING TIMESTAMP %d INSERT INTO %s (sensor, ts, note) VALUES ('b', %d, 'x'); APPLY BATCH"
            .formatted(chosen, rekeying.sourceName(), TS.toEpochMilli()));
    mendTarget();
    app.execute(insert().bind("before", TS, 1.0, 4_000));
    await().atMost(Duration.ofSeconds(90)).until(() -> rekeying.journalled() == 0);

    long replayed =
        plain
            .execute(
                "SELECT writetime(note) FROM %s WHERE sensor = 'b' AND day = '2024-05-01' AND ts = ?"
                    .formatted(rekeying.target()),
                TS)
            .one()
            .getLong(0);
    assertThat(replayed).isEqualTo(chosen);
    await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> rekeying.assertTablesEqual());
  }

  @Test
  void aFailedLeadLegIsTheApplicationsErrorAndIsOwed() {
    PreparedStatement insert = insert();
    app.execute(insert.bind("before", TS, 1.0, 4_000));
    plain.execute(ddl("ALTER TABLE %s DROP note".formatted(rekeying.source())));

    assertThatThrownBy(
            () ->
                app.execute(
                    "INSERT INTO %s (sensor, ts, note) VALUES ('l', ?, 'n')"
                        .formatted(rekeying.sourceName()),
                    TS))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("note");
    assertThat(rekeying.journalled()).isEqualTo(1);
  }

  private PreparedStatement insert() {
    return app.prepare(
        "INSERT INTO %s (sensor, ts, value) VALUES (?, ?, ?) USING TTL ?"
            .formatted(rekeying.sourceName()));
  }

  private void breakTarget() {
    mendTarget = rekeying.dropTarget();
  }

  private void mendTarget() {
    mendTarget.run();
  }

  private static SimpleStatement ddl(String cql) {
    return SimpleStatement.newInstance(cql).setTimeout(Duration.ofSeconds(60));
  }

  private MigrationStatistics statistics() {
    return RekeySession.statistics(app).get(rekeying.mapping.migration());
  }
}
