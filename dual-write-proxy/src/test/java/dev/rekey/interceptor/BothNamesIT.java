package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two builds of one application side by side through a whole migration: the old one names the
 * source, the new one the target, under other column names.
 */
@CassandraTest
final class BothNamesIT {
  private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");
  private static final String ONE_DAY =
      "SELECT * FROM readings_by_day WHERE unit = ? AND day = ? AND at < ?";

  private CqlSession plain;
  private Rekeying rekeying;
  private CqlSession oldBuild;
  private CqlSession newBuild;

  @BeforeEach
  void start(CqlSession session, TestKeyspace keyspace, CassandraCluster cluster) {
    plain = session;
    for (String table : List.of("readings", "readings_by_day")) {
      ddl("DROP TABLE IF EXISTS %s.%s".formatted(keyspace.name(), table));
    }
    ddl(
        "CREATE TABLE %s.readings (sensor text, ts timestamp, \"Value\" double, tags set<text>, PRIMARY KEY (sensor, ts))"
            .formatted(keyspace.name()));
    ddl(
        "CREATE TABLE %s.readings_by_day (unit text, day date, at timestamp, amount double, labels set<text>, PRIMARY KEY ((unit, day), at)) WITH CLUSTERING ORDER BY (at DESC)"
            .formatted(keyspace.name()));
    rekeying =
        Rekeying.of(
            plain,
            cluster,
            new KeyMapping(
                "both_names_" + System.nanoTime(),
                KeyMapping.FORMAT_VERSION,
                new TableShape(
                    keyspace.name(),
                    "readings",
                    columns("sensor", "ts", "Value", "tags", List.of())),
                new TableShape(
                    keyspace.name(),
                    "readings_by_day",
                    columns(
                        "unit",
                        "at",
                        "amount",
                        "labels",
                        List.of(new Column("day", "date", ColumnKind.PARTITION_KEY, 1, false)))),
                Map.of(
                    "day", Derivations.parse("date(ts)"),
                    "unit", Derivations.parse("sensor"),
                    "at", Derivations.parse("ts"),
                    "amount", Derivations.parse("\"Value\""),
                    "labels", Derivations.parse("tags"))));
    oldBuild = rekeying.application();
    newBuild = rekeying.application();
  }

  private void ddl(String cql) {
    plain.execute(SimpleStatement.newInstance(cql).setTimeout(Duration.ofSeconds(60)));
  }

  private static List<Column> columns(
      String partition, String time, String value, String set, List<Column> more) {
    List<Column> columns = new ArrayList<>(more);
    columns.add(new Column(partition, "text", ColumnKind.PARTITION_KEY, 0, false));
    columns.add(new Column(time, "timestamp", ColumnKind.CLUSTERING, 0, !more.isEmpty()));
    columns.add(new Column(value, "double", ColumnKind.REGULAR, 0, false));
    columns.add(new Column(set, "set<text>", ColumnKind.REGULAR, 1, false));
    return columns;
  }

  @AfterEach
  void stop() {
    oldBuild.close();
    newBuild.close();
  }

  @Test
  void twoBuildsRunSideBySideThroughTheWholeWalk() {
    for (Phase phase : Phase.values()) {
      rekeying.publish(phase);
      String sensor = phase.name();
      oldBuildWrites(sensor);
      newBuildWrites(sensor);
      oldBuildAddsToASet(sensor);
      if (phase == Phase.SOURCE) {
        assertThat(rekeying.sourceCells()).hasSize(7);
        assertThat(rekeying.targetCells()).isEmpty();
        assertThat(shown(newBuild.execute(select(newBuild, sensor, NOON)), "day")).hasSize(2);
        plain.execute("DELETE FROM %s WHERE sensor = 'SOURCE'".formatted(rekeying.source()));
        continue;
      }
      if (phase.isDual()) {
        rekeying.assertTablesEqual();
      }
      bothBuildsRead(sensor, phase);
    }
    assertThat(rekeying.journalled()).isZero();
    assertThat(rekeying.targetCells()).hasSize(7 * 5);
    // In phase TARGET nothing has reached the source.
    assertThat(rekeying.sourceCells()).hasSize(7 * 4);
  }

  /** The negative control: a write to the target that nobody says of the source. */
  @Test
  void withoutTheInverseAWriteOfTheNewBuildIsLostForTheOldOne() {
    rekeying.publish(Phase.DUAL);
    String insert =
        "INSERT INTO %s (unit, day, at, amount) VALUES ('a', '2024-05-01', '2024-05-01T12:00:00Z', 1.0)"
            .formatted(rekeying.target());
    String read = "SELECT * FROM %s WHERE sensor = 'a'".formatted(rekeying.source());
    plain.execute(insert);
    assertThat(oldBuild.execute(read).all()).isEmpty();
    newBuild.execute(insert);
    assertThat(oldBuild.execute(read).all()).hasSize(1);
  }

  @Test
  void aComputedColumnMustAgree() {
    rekeying.publish(Phase.DUAL);
    for (String cql :
        List.of(
            "INSERT INTO readings_by_day (unit, day, at) VALUES ('a', '2024-05-02', '2024-05-01T12:00:00Z')",
            "DELETE FROM readings_by_day WHERE unit = 'a' AND day = '2024-05-02' AND at = '2024-05-01T12:00:00Z'")) {
      assertThatThrownBy(() -> newBuild.execute(cql))
          .isInstanceOf(StatementRefusedException.class)
          .hasMessageContaining("COMPUTED_COLUMN")
          .hasMessageContaining("for column day of the target, which is date(ts)");
    }
    assertThat(rekeying.sourceCells()).isEmpty();
    assertThat(rekeying.targetCells()).isEmpty();
  }

  @Test
  void aPagedReadGoesOnWhenTheTargetIsRead() throws Exception {
    rekeying.publish(Phase.DUAL);
    for (int i = 0; i < 9; i++) {
      insert(newBuild, "a", NOON.plusSeconds(i), i);
    }
    Instant end = NOON.plusSeconds(60);
    List<String> whole = rows(newBuild.execute(select(newBuild, "a", end)));
    AsyncResultSet first = page(newBuild, select(newBuild, "a", end).setPageSize(4));
    List<String> read = new ArrayList<>(rows(first.currentPage()));
    ByteBuffer state = first.getExecutionInfo().getPagingState();
    rekeying.publish(Phase.DUAL_READ_TARGET);
    for (int i = 0; state != null && i < 10; i++) {
      AsyncResultSet page =
          page(newBuild, select(newBuild, "a", end).setPageSize(4).setPagingState(state));
      read.addAll(rows(page.currentPage()));
      state = page.getExecutionInfo().getPagingState();
    }
    assertThat(read).hasSize(9).isEqualTo(whole);

    AsyncResultSet onTarget = page(newBuild, select(newBuild, "a", end).setPageSize(4));
    ByteBuffer ofTarget = onTarget.getExecutionInfo().getPagingState();
    rekeying.publish(Phase.DUAL);
    assertThatThrownBy(
            () ->
                newBuild.execute(
                    select(newBuild, "a", end).setPageSize(4).setPagingState(ofTarget)))
        .isInstanceOf(CursorLostException.class)
        .hasMessageContaining("is about the target, which is not read in phase DUAL");
  }

  private static AsyncResultSet page(CqlSession session, Statement<?> statement) throws Exception {
    return session.executeAsync(statement).toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private void oldBuildWrites(String sensor) {
    for (int i = 0; i < 3; i++) {
      oldBuild.execute(
          oldBuild
              .prepare("INSERT INTO readings (sensor, ts, \"Value\", tags) VALUES (?, ?, ?, ?)")
              .bind(sensor, NOON.minusSeconds(100 + i), (double) i, java.util.Set.of("x")));
    }
  }

  /** The target calls that column otherwise, and the statement names it twice. */
  private void oldBuildAddsToASet(String sensor) {
    oldBuild.execute(
        "UPDATE readings SET tags = tags + {'z'} WHERE sensor = '%s' AND ts = '%s'"
            .formatted(sensor, NOON));
  }

  /** Seven rows remain, with those of the old build; one of those has changed. */
  private void newBuildWrites(String sensor) {
    for (int i = 0; i < 3; i++) {
      insert(newBuild, sensor, NOON.plusSeconds(i), i);
    }
    String key = "unit = '%s' AND day = '2024-05-01' AND at = ".formatted(sensor);
    newBuild.execute(
        "UPDATE readings_by_day USING TTL 90000 SET amount = 7.5, labels += {'y'} WHERE %s'%s'"
            .formatted(key, NOON.minusSeconds(100)));
    newBuild.execute(
        "DELETE amount, labels['x'] FROM readings_by_day WHERE %s'%s'"
            .formatted(key, NOON.minusSeconds(101)));
    newBuild.execute(
        "DELETE FROM readings_by_day WHERE %s'%s'".formatted(key, NOON.minusSeconds(102)));
    batches(sensor);
    // A whole partition of the target is a range of the source.
    insert(newBuild, sensor, NOON.plusSeconds(3 * 86_400), 9);
    newBuild.execute(
        newBuild
            .prepare("DELETE FROM readings_by_day WHERE unit = ? AND day = ?")
            .bind(sensor, LocalDate.of(2024, 5, 4)));
  }

  private void batches(String sensor) {
    newBuild.execute(
        BatchStatement.newInstance(
            DefaultBatchType.LOGGED,
            newBuild
                .prepare(
                    "INSERT INTO readings_by_day (unit, day, at, amount) VALUES (:u, :d, :a, :v)")
                .bind()
                .setString("u", sensor)
                .setLocalDate("d", LocalDate.of(2024, 5, 2))
                .setInstant("a", NOON.plusSeconds(86_400))
                .setDouble("v", 1),
            SimpleStatement.newInstance(
                "UPDATE readings SET \"Value\" = 4 WHERE sensor = '%s' AND ts = '%s'"
                    .formatted(sensor, NOON))));
    newBuild.execute(
        SimpleStatement.newInstance(
            "BEGIN UNLOGGED BATCH INSERT INTO readings_by_day (unit, day, at) VALUES (?, '2024-05-03', '2024-05-03'); UPDATE readings_by_day SET amount = ? WHERE unit = ? AND day = '2024-05-01' AND at = ? APPLY BATCH"
                .replace("'2024-05-03');", "'2024-05-03T00:00:00Z');"),
            sensor,
            5.0,
            sensor,
            NOON.plusSeconds(1)));
  }

  private static void insert(CqlSession session, String unit, Instant at, double amount) {
    session.execute(
        session
            .prepare("INSERT INTO readings_by_day (unit, day, at, amount) VALUES (?, ?, ?, ?)")
            .bind(unit, at.atOffset(ZoneOffset.UTC).toLocalDate(), at, amount));
  }

  private void bothBuildsRead(String sensor, Phase phase) {
    Instant end = NOON.plusSeconds(2);
    for (boolean prepared : new boolean[] {true, false}) {
      ResultSet mine = newBuild.execute(select(newBuild, sensor, end, prepared));
      ResultSet own = plain.execute(ofKeyspace(select(plain, sensor, end, false)));
      assertThat(names(mine)).as("%s", phase).isEqualTo(names(own));
      assertThat(rows(mine)).as("%s", phase).isEqualTo(rows(own)).hasSize(4);
    }
    String some =
        "SELECT day, writetime(amount) AS w, amount, day AS d FROM readings_by_day WHERE unit = '%s' AND day = '2024-05-01' ORDER BY at LIMIT 2"
            .formatted(sensor);
    ResultSet mine = newBuild.execute(some);
    ResultSet own = plain.execute(ofKeyspace(SimpleStatement.newInstance(some)));
    assertThat(names(mine)).isEqualTo(names(own));
    assertThat(rows(mine)).isEqualTo(rows(own)).hasSize(2);
    assertThat(
            newBuild
                .execute(
                    "SELECT count(*) FROM readings_by_day WHERE unit = '%s' AND day = '2024-05-01'"
                        .formatted(sensor))
                .one()
                .getLong(0))
        .isEqualTo(5);
    String whole =
        "SELECT * FROM readings WHERE sensor = '%s' AND ts >= '2024-05-01T00:00:00Z' AND ts < '2024-05-05T00:00:00Z'"
            .formatted(sensor);
    assertThat(oldBuild.execute(whole).all()).hasSize(7);
  }

  private SimpleStatement ofKeyspace(Statement<?> statement) {
    SimpleStatement simple = (SimpleStatement) statement;
    return simple.setQuery(simple.getQuery().replace("readings_by_day", rekeying.target()));
  }

  private static Statement<?> select(CqlSession session, String unit, Instant end) {
    return select(session, unit, end, true);
  }

  private static Statement<?> select(
      CqlSession session, String unit, Instant end, boolean prepared) {
    LocalDate day = LocalDate.of(2024, 5, 1);
    return prepared
        ? session.prepare(ONE_DAY).bind(unit, day, end)
        : SimpleStatement.newInstance(ONE_DAY, unit, day, end);
  }

  private static List<String> shown(ResultSet rows, String column) {
    List<String> shown = new ArrayList<>();
    rows.forEach(row -> shown.add(String.valueOf(row.getLocalDate(column))));
    assertThat(shown).allMatch("2024-05-01"::equals);
    return shown;
  }

  private static List<String> names(ResultSet rows) {
    List<String> names = new ArrayList<>();
    for (ColumnDefinition column : rows.getColumnDefinitions()) {
      names.add(column.getTable() + "." + column.getName() + " " + column.getType());
    }
    return names;
  }

  private static List<String> rows(Iterable<Row> all) {
    List<String> rows = new ArrayList<>();
    for (Row row : all) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        ByteBuffer bytes = row.getBytesUnsafe(i);
        byte[] copy = new byte[bytes == null ? 0 : bytes.remaining()];
        if (bytes != null) {
          bytes.duplicate().get(copy);
        }
        text.append(bytes == null ? "null" : HexFormat.of().formatHex(copy)).append(' ');
      }
      rows.add(text.toString());
    }
    return rows;
  }
}
