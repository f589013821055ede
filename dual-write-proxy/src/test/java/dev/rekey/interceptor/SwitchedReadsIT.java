package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@CassandraTest
final class SwitchedReadsIT {
  private static final Instant FIRST = Instant.parse("2024-05-01T06:00:00Z");
  private static final Instant LAST = FIRST.plusSeconds(86_400 * 5);

  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final String keyspace;
  private Rekeying rekeying;
  private CqlSession app;

  SwitchedReadsIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
    this.keyspace = keyspace.name();
  }

  @BeforeEach
  void open() {
    rekeying = Rekeying.create(plain, cluster, keyspace);
    app = rekeying.application();
    rekeying.publish(Phase.DUAL);
    PreparedStatement insert =
        app.prepare(
            "INSERT INTO %s (sensor, ts, value, note) VALUES (?, ?, ?, ?)"
                .formatted(rekeying.sourceName()));
    for (int i = 0; i < 20; i++) {
      app.execute(insert.bind("a", FIRST.plusSeconds(86_400L / 4 * i), (double) i, "n" + i % 3));
    }
  }

  @AfterEach
  void close() {
    app.close();
  }

  @Test
  void everyQueryAnswersAsTheSourceDid() {
    List<String> queries =
        List.of(
            "SELECT * FROM %s WHERE sensor = 'a' AND ts = '2024-05-02 12:00:00Z'",
            "SELECT value AS v, ts, writetime(value), ttl(note) FROM %s WHERE sensor = 'a' AND ts"
                + " >= '2024-05-01 00:00:00Z' AND ts < '2024-05-04 13:00:00Z'",
            "SELECT * FROM %s WHERE sensor = 'a' AND ts > '2024-05-01 06:00:00Z' AND ts <="
                + " '2024-05-05 06:00:00Z' ORDER BY ts DESC LIMIT 7",
            "SELECT ts, note FROM %s WHERE sensor = 'a' AND ts IN ('2024-05-05 06:00:00Z',"
                + " '2024-05-01 06:00:00Z', '2024-05-01 12:00:00Z')",
            "SELECT JSON * FROM %s WHERE sensor = 'a' AND ts = '2024-05-02 12:00:00Z'",
            "SELECT ts FROM %s WHERE sensor = 'a' AND ts >= '2024-05-01 00:00:00Z' AND ts <"
                + " '2024-05-06 00:00:00Z' AND note = 'n1' ALLOW FILTERING",
            "SELECT count(*) FROM %s WHERE sensor = 'a' AND ts >= '2024-05-02 00:00:00Z' AND ts <"
                + " '2024-05-02 23:00:00Z'",
            "SELECT count(*), count(note) AS n FROM %s WHERE sensor = 'a' AND ts >= '2024-05-01"
                + " 00:00:00Z' AND ts < '2024-05-04 13:00:00Z'",
            "SELECT max(value) FROM %s WHERE sensor = 'a' AND ts >= '2024-05-02 00:00:00Z' AND ts <"
                + " '2024-05-02 23:00:00Z'",
            "SELECT * FROM %s WHERE sensor = 'nobody' AND ts >= '2024-05-01 00:00:00Z' AND ts <"
                + " '2024-05-03 00:00:00Z'");
    List<List<String>> before = answers(plain, queries);
    rekeying.publish(Phase.DUAL_READ_TARGET);

    assertThat(answers(app, queries)).isEqualTo(before);
    assertThat(statistics().targetReads()).isGreaterThanOrEqualTo(queries.size());
  }

  @Test
  void pagesFollowEachOtherAcrossBuckets() {
    rekeying.publish(Phase.DUAL_READ_TARGET);
    Statement<?> all = range("").setPageSize(3);
    assertThat(values(app.execute(all))).isEqualTo(numbers(0, 20));
    assertThat(values(app.execute(range("ORDER BY ts DESC LIMIT 11").setPageSize(4))))
        .isEqualTo(descending(19, 11));
    PreparedStatement prepared =
        app.prepare(
            "SELECT value FROM %s WHERE sensor = ? AND ts >= ? AND ts < ? LIMIT ?"
                .formatted(rekeying.sourceName()));
    assertThat(values(app.execute(prepared.bind("a", FIRST, LAST, 10).setPageSize(6))))
        .isEqualTo(numbers(0, 10));
  }

  @Test
  void whereTheApplicationTurnedPagingOffOnePageHasEverything() {
    rekeying.publish(Phase.DUAL_READ_TARGET);
    AsyncResultSet page =
        app.executeAsync(
                range("")
                    .setExecutionProfile(
                        app.getContext()
                            .getConfig()
                            .getDefaultProfile()
                            .withInt(DefaultDriverOption.REQUEST_PAGE_SIZE, 0)))
            .toCompletableFuture()
            .join();
    assertThat(page.remaining()).isEqualTo(20);
    assertThat(page.hasMorePages()).isFalse();
  }

  @Test
  void aBucketListThatGrowsBetweenPagesLosesAndRepeatsNothing() {
    rekeying.publish(Phase.DUAL_READ_TARGET);
    PreparedStatement newest =
        app.prepare(
            "SELECT * FROM %s WHERE sensor = ? AND ts >= ? AND ts < toTimestamp(now()) ORDER BY ts DESC"
                .formatted(rekeying.sourceName()));
    Instant start = Instant.now().minusSeconds(86_400L * 3);
    for (int i = 0; i < 6; i++) {
      app.execute(
          "INSERT INTO %s (sensor, ts, value) VALUES ('now', ?, ?)"
              .formatted(rekeying.sourceName()),
          start.plusSeconds(43_000L * i),
          (double) i);
    }
    List<Double> seen = values(app.execute(newest.bind("now", start).setPageSize(1)));
    assertThat(seen).isEqualTo(descending(5, 6));
  }

  @Test
  void aPagingStateGoesOnAcrossTheSwitchAndBack() {
    Statement<?> query = range("LIMIT 15").setPageSize(4);
    List<Double> seen = new ArrayList<>();
    ByteBuffer state = page(query, null, seen);
    rekeying.publish(Phase.DUAL_READ_TARGET);
    state = page(query, state, seen);
    state = page(query, state, seen);
    rekeying.publish(Phase.DUAL);
    state = page(query, state, seen);

    assertThat(seen).isEqualTo(numbers(0, 15));
    assertThat(state).isNull();
  }

  @Test
  void aReadUnderWayWhileTheReadsSwitchReturnsEveryRowOnce() {
    ResultSet rows = app.execute(range("").setPageSize(2));
    List<Double> seen = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      seen.add(rows.one().getDouble("value"));
    }
    rekeying.publish(Phase.DUAL_READ_TARGET);
    rows.forEach(row -> seen.add(row.getDouble("value")));
    assertThat(seen).isEqualTo(numbers(0, 20));
  }

  @Test
  void aPagingStateOfAnotherStatementIsRefused() {
    List<Double> seen = new ArrayList<>();
    ByteBuffer state = page(range("").setPageSize(4), null, seen);
    assertThatThrownBy(
            () -> app.execute(range("ORDER BY ts DESC").setPageSize(4).setPagingState(state)))
        .isInstanceOf(CursorLostException.class)
        .hasMessageContaining("Cannot go on from the paging state during migration")
        .hasMessageContaining("another statement");
  }

  @Test
  void theSourceIsNotNeededInPhaseTarget() {
    PreparedStatement before =
        app.prepare(
            "SELECT * FROM %s WHERE sensor = ? AND ts = ?".formatted(rekeying.sourceName()));
    rekeying.publish(Phase.TARGET);
    plain.execute(
        SimpleStatement.newInstance("DROP TABLE " + rekeying.source())
            .setTimeout(Duration.ofSeconds(60)));

    assertThat(app.execute(before.bind("a", FIRST)).one().getDouble("value")).isZero();
    try (CqlSession late = rekeying.application()) {
      worksWithoutSource(late);
    }
  }

  private void worksWithoutSource(CqlSession late) {
    PreparedStatement insert =
        late.prepare(
            "INSERT INTO %s (sensor, ts, value) VALUES (:s, :t, :v)"
                .formatted(rekeying.sourceName()));
    assertThat(insert.getVariableDefinitions().get("t").getTable().asInternal())
        .isEqualTo(rekeying.sourceName());
    late.execute(
        insert
            .boundStatementBuilder()
            .setString("s", "late")
            .setInstant("t", FIRST)
            .setDouble("v", 8.5)
            .build());
    PreparedStatement select =
        late.prepare(
            "SELECT * FROM %s WHERE sensor = ? AND ts = ?".formatted(rekeying.sourceName()));
    assertThat(select.getResultSetDefinitions().contains("day")).isFalse();
    Row row = late.execute(select.bind("late", FIRST)).one();
    assertThat(row.getDouble("value")).isEqualTo(8.5);
    assertThat(row.getColumnDefinitions().get(0).getTable().asInternal())
        .isEqualTo(rekeying.sourceName());
    listsWorkWithoutSource(late);
    late.execute(
        "DELETE FROM %s WHERE sensor = 'late' AND ts = ?".formatted(rekeying.sourceName()), FIRST);
    assertThat(late.execute(select.bind("late", FIRST)).one()).isNull();
    assertThat(
            late.execute(
                    "SELECT value FROM "
                        + rekeying.target()
                        + " WHERE sensor = 'a' AND day = '2024-05-01'")
                .all())
        .hasSize(3);
  }

  @Test
  void aBatchTextIsPreparedWithoutTheSource() {
    String other = keyspace + ".beside";
    plain.execute(
        SimpleStatement.newInstance(
                "CREATE TABLE IF NOT EXISTS %s (k int PRIMARY KEY, v text)".formatted(other))
            .setTimeout(Duration.ofSeconds(60)));
    String text =
        "BEGIN BATCH USING TIMESTAMP ?"
            + " INSERT INTO %1$s (sensor, ts, value) VALUES (?, ?, ?);"
            + " UPDATE %1$s SET note = ? WHERE sensor = ? AND ts = ?;"
            + " INSERT INTO %2$s (k, v) VALUES (?, ?);"
            + " APPLY BATCH";
    String batch = text.formatted(rekeying.sourceName(), other);
    PreparedStatement before = app.prepare(batch);
    rekeying.publish(Phase.TARGET);
    plain.execute(
        SimpleStatement.newInstance("DROP TABLE " + rekeying.source())
            .setTimeout(Duration.ofSeconds(60)));

    app.execute(before.bind(7_000L, "batch", FIRST, 1.0, "n", "batch", FIRST, 1, "o"));
    try (CqlSession late = rekeying.application()) {
      PreparedStatement after = late.prepare(batch);
      assertThat(after.getVariableDefinitions().size()).isEqualTo(9);
      assertThat(after.getVariableDefinitions().get(1).getTable().asInternal())
          .isEqualTo(rekeying.sourceName());
      late.execute(after.bind(8_000L, "batch", FIRST, 2.0, "m", "batch", FIRST, 2, "p"));
      Row row =
          late.execute(
                  "SELECT value, note, writetime(value) AS w FROM %s WHERE sensor = 'batch' AND ts = ?"
                      .formatted(rekeying.sourceName()),
                  FIRST)
              .one();
      assertThat(row.getDouble("value")).isEqualTo(2.0);
      assertThat(row.getString("note")).isEqualTo("m");
      assertThat(row.getLong("w")).isEqualTo(8_000L);
    }
    assertThat(plain.execute("SELECT k FROM " + other).all()).hasSize(2);
  }

  /** Their markers are not in the target's text, so their types come from elsewhere. */
  private void listsWorkWithoutSource(CqlSession late) {
    String table = rekeying.sourceName();
    PreparedStatement json = late.prepare("INSERT INTO %s JSON ?".formatted(table));
    late.execute(json.bind("{\"sensor\": \"json\", \"ts\": \"%s\"}".formatted(FIRST)));
    PreparedStatement lists =
        late.prepare("SELECT sensor FROM %s WHERE sensor IN ? AND ts IN ?".formatted(table));
    PreparedStatement delete =
        late.prepare("DELETE FROM %s WHERE sensor = ? AND ts IN (?, ?)".formatted(table));
    assertThat(late.execute(lists.bind(List.of("json", "late"), List.of(FIRST))).all()).hasSize(2);
    late.execute(delete.bind("json", FIRST, LAST));
    assertThat(late.execute(lists.bind(List.of("json", "late"), List.of(FIRST))).all()).hasSize(1);
  }

  private Statement<?> range(String tail) {
    return SimpleStatement.newInstance(
        "SELECT * FROM %s WHERE sensor = ? AND ts >= ? AND ts < ? %s"
            .formatted(rekeying.sourceName(), tail),
        "a",
        FIRST,
        LAST);
  }

  private ByteBuffer page(Statement<?> query, ByteBuffer state, List<Double> seen) {
    AsyncResultSet page =
        app.executeAsync(query.setPagingState(state)).toCompletableFuture().join();
    page.currentPage().forEach(row -> seen.add(row.getDouble("value")));
    return page.getExecutionInfo().getPagingState();
  }

  private List<List<String>> answers(CqlSession session, List<String> queries) {
    List<List<String>> answers = new ArrayList<>();
    for (String query : queries) {
      ResultSet rows = session.execute(query.formatted(rekeying.source()));
      List<String> answer = new ArrayList<>();
      rows.getColumnDefinitions()
          .forEach(c -> answer.add(c.getTable() + "." + c.getName() + " " + c.getType()));
      rows.forEach(row -> answer.add(row.getFormattedContents()));
      answers.add(answer);
    }
    return answers;
  }

  private static List<Double> values(ResultSet rows) {
    List<Double> values = new ArrayList<>();
    rows.forEach(row -> values.add(row.getDouble("value")));
    return values;
  }

  private static List<Double> numbers(int from, int to) {
    List<Double> numbers = new ArrayList<>();
    for (int i = from; i < to; i++) {
      numbers.add((double) i);
    }
    return numbers;
  }

  private static List<Double> descending(int from, int count) {
    List<Double> numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      numbers.add((double) (from - i));
    }
    return numbers;
  }

  private MigrationStatistics statistics() {
    return RekeySession.statistics(app).get(rekeying.mapping.migration());
  }
}
