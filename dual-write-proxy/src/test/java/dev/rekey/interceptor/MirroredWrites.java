package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.control.WriteMode;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.RefusalCode;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What must hold of every mirrored write, in whatever mode it is mirrored. */
abstract class MirroredWrites {
  private static final Instant TS = Instant.parse("2024-05-01T12:00:00Z");

  private final WriteMode mode;
  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final String keyspace;
  private Rekeying rekeying;
  private CqlSession app;

  MirroredWrites(
      WriteMode mode, CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.mode = mode;
    this.plain = plain;
    this.cluster = cluster;
    this.keyspace = keyspace.name();
  }

  @BeforeEach
  void open() {
    rekeying = Rekeying.create(plain, cluster, keyspace, mode);
    app = rekeying.application();
    rekeying.publish(Phase.DUAL);
  }

  @AfterEach
  void close() {
    app.close();
  }

  @Test
  void simpleStatementsReachBothTablesWithOneTimestamp() {
    String table = rekeying.sourceName();
    app.execute(
        "INSERT INTO %s (sensor, ts, value, note) VALUES ('a', '2024-05-01 12:00:00Z', 1.5, 'it''s ?')"
            .formatted(table));
    app.execute(
        "insert INTO %s (sensor, ts, value) VALUES (?, ?, ?) USING TTL /* -- ? */ 3000"
            .formatted(table),
        "b",
        TS,
        2.5);
    app.execute(
        SimpleStatement.newInstance(
            "UPDATE %s USING TTL :t AND TIMESTAMP :w SET note = :n WHERE sensor = :s AND ts = :ts"
                .formatted(rekeying.source()),
            Map.of("n", "named", "s", "c", "ts", TS, "t", 5000, "w", 1_700_000_000_000_000L)));
    app.execute(
        "DELETE value FROM %s WHERE sensor = 'a' AND ts = '2024-05-01T12:00:00Z'".formatted(table));

    assertThat(rekeying.sourceCells()).hasSize(3);
    rekeying.assertTablesEqual();
    assertThat(statistics().mirrored()).isEqualTo(4);
    assertThat(rekeying.journalled()).isZero();
  }

  @Test
  void preparedStatementsReachBothTablesAndUnsetStaysUnset() {
    PreparedStatement insert =
        app.prepare(
            "INSERT INTO %s (sensor, ts, value, note) VALUES (?, ?, ?, ?)"
                .formatted(rekeying.sourceName()));
    app.execute(insert.bind("a", TS, 1.0, "first"));
    app.execute(insert.boundStatementBuilder().setString(0, "a").setInstant(1, TS).build());
    app.execute(insert.bind("b", TS, null, "second"));
    PreparedStatement update =
        app.prepare(
            "UPDATE %s SET tags = tags + ?, attrs[?] = ? WHERE sensor = ? AND ts = ?"
                .formatted(rekeying.sourceName()));
    app.execute(update.bind(Set.of("x", "y"), "k", 7, "a", TS));
    PreparedStatement delete =
        app.prepare("DELETE FROM %s WHERE sensor = ? AND ts = ?".formatted(rekeying.sourceName()));
    app.execute(delete.bind("b", TS));

    assertThat(rekeying.sourceCells()).hasSize(1);
    assertThat(rekeying.sourceCells().values().iterator().next().get(3)).contains("6669727374");
    rekeying.assertTablesEqual();
  }

  @Test
  void functionsAreEvaluatedOnceForBothTables() {
    app.execute(
        "INSERT INTO %s (sensor, ts, at) VALUES ('f', toTimestamp(now()), now())"
            .formatted(rekeying.sourceName()));
    PreparedStatement prepared =
        app.prepare(
            "INSERT INTO %s (sensor, ts, at) VALUES (?, currentTimestamp(), now())"
                .formatted(rekeying.sourceName()));
    app.execute(prepared.bind("g"));

    assertThat(rekeying.sourceCells()).hasSize(2);
    rekeying.assertTablesEqual();
  }

  @Test
  void batchesAreMirroredAsASecondBatch() {
    plain.execute(
        SimpleStatement.newInstance(
                "CREATE TABLE IF NOT EXISTS %s.other (k int PRIMARY KEY, v text)"
                    .formatted(keyspace))
            .setTimeout(Duration.ofSeconds(60)));
    PreparedStatement insert =
        app.prepare(
            "INSERT INTO %s (sensor, ts, value) VALUES (?, ?, ?)".formatted(rekeying.sourceName()));
    app.execute(
        BatchStatement.newInstance(
            BatchType.LOGGED,
            insert.bind("a", TS, 1.0),
            SimpleStatement.newInstance("INSERT INTO other (k, v) VALUES (1, 'v')"),
            insert.bind("a", TS.plusSeconds(86_400), 2.0),
            SimpleStatement.newInstance(
                "UPDATE %s SET note = 'n' WHERE sensor = 'a' AND ts = ?"
                    .formatted(rekeying.sourceName()),
                TS)));
    app.execute(
        SimpleStatement.newInstance(
            ("BEGIN UNLOGGED BATCH USING TIMESTAMP ? INSERT INTO %1$s (sensor, ts, note) VALUES (?,"
                    + " ?, 'x'); INSERT INTO other (k, v) VALUES (?, 'w'); DELETE note FROM %1$s WHERE"
                    + " sensor = 'q' AND ts = ?; APPLY BATCH")
                .formatted(rekeying.sourceName()),
            1_700_000_000_000_000L,
            "b",
            TS,
            2,
            TS));

    assertThat(rekeying.sourceCells()).hasSize(3);
    rekeying.assertTablesEqual();
    assertThat(app.execute("SELECT v FROM other").all()).hasSize(2);
  }

  @Test
  void rangesAndListsBecomeOneDeletePerBucket() {
    PreparedStatement insert =
        app.prepare(
            "INSERT INTO %s (sensor, ts, value) VALUES (?, ?, ?)".formatted(rekeying.sourceName()));
    for (int day = 0; day < 6; day++) {
      app.execute(insert.bind("a", TS.plusSeconds(86_400L * day), (double) day));
    }
    app.execute(
        "DELETE FROM %s WHERE sensor = 'a' AND ts >= ? AND ts < ?".formatted(rekeying.sourceName()),
        TS.plusSeconds(86_400),
        TS.plusSeconds(86_400 * 3));
    PreparedStatement list =
        app.prepare("DELETE FROM %s WHERE sensor = ? AND ts IN ?".formatted(rekeying.sourceName()));
    app.execute(list.bind("a", List.of(TS, TS.plusSeconds(86_400 * 5))));

    assertThat(rekeying.sourceCells()).hasSize(2);
    rekeying.assertTablesEqual();
  }

  @Test
  void anEmptyListWritesNothingInEveryPhase() {
    app.execute(
        "INSERT INTO %s (sensor, ts, value) VALUES ('a', ?, 1.0)".formatted(rekeying.sourceName()),
        TS);
    PreparedStatement list =
        app.prepare("DELETE FROM %s WHERE sensor = ? AND ts IN ?".formatted(rekeying.sourceName()));
    for (Phase phase :
        List.of(
            Phase.DUAL,
            Phase.DUAL_STRICT,
            Phase.DUAL_READ_TARGET_STRICT,
            Phase.DUAL_READ_TARGET,
            Phase.TARGET)) {
      rekeying.publish(phase);
      ResultSet nothing = app.execute(list.bind("a", List.of()));
      assertThat(nothing.wasApplied()).as("in %s", phase).isTrue();
      assertThat(nothing.all()).isEmpty();
      assertThat(nothing.getExecutionInfo().getCoordinator()).isNotNull();
      assertThat(nothing.getExecutionInfo().getRequest()).isInstanceOf(BoundStatement.class);
    }
    assertThat(rekeying.targetCells()).hasSize(1);
    assertThat(rekeying.journalled()).isZero();
    assertThat(statistics().journalled()).isZero();
  }

  @Test
  void aStatementThatCannotBeMirroredIsRefusedBeforeAnythingIsSent() {
    refused("DELETE FROM %s WHERE sensor = 'l' AND ts < 1 IF EXISTS", RefusalCode.CONDITIONAL);
    refused("TRUNCATE %s", RefusalCode.TRUNCATE);
    refused("ALTER TABLE %s ADD extra int", RefusalCode.SCHEMA_CHANGE);
    refused("DELETE FROM %s WHERE sensor = 'l'", RefusalCode.UNBOUNDED);
    refused("INSERT INTO %s JSON '{}'", RefusalCode.NULL_KEY);
    refused(
        "INSERT INTO %s_by_day (sensor, day, ts) VALUES ('l', 1, 1)", RefusalCode.COMPUTED_COLUMN);
    assertThat(rekeying.sourceCells()).isEmpty();
    assertThat(statistics().refused()).isEqualTo(6);
  }

  private void refused(String cql, RefusalCode code) {
    assertThatThrownBy(() -> app.execute(cql.formatted(rekeying.sourceName())))
        .isInstanceOf(StatementRefusedException.class)
        .hasMessageContaining(
            "Cannot execute the statement during migration " + rekeying.sourceName())
        .hasMessageContaining(code.name());
  }

  private MigrationStatistics statistics() {
    return RekeySession.statistics(app).get(rekeying.mapping.migration());
  }
}
