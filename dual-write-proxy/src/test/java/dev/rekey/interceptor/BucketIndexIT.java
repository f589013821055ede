package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import dev.rekey.control.BucketStore;
import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.RefusalCode;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements that do not bound the bucket, and the index that tells their target partitions. */
@CassandraTest
final class BucketIndexIT {
  private static final Instant FIRST = Instant.parse("2024-05-01T06:00:00Z");
  private static final long LATER = 1_900_000_000_000_000L;

  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final String keyspace;
  private Rekeying rekeying;
  private BucketIndex index;
  private CqlSession app;

  BucketIndexIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
    this.keyspace = keyspace.name();
  }

  @BeforeEach
  void open() {
    rekeying = Rekeying.createIndexed(plain, cluster, keyspace);
    index = rekeying.mapping.index().orElseThrow();
    app = rekeying.application();
    rekeying.publish(Phase.DUAL);
  }

  @AfterEach
  void close() {
    app.close();
  }

  @Test
  void aBucketIsEnteredOnceByEachProcessAndBeforeItsFirstRow() {
    write("a", 0, "first");
    assertThat(days("a")).containsExactly(LocalDate.of(2024, 5, 1));
    IndexTables.execute(plain, "TRUNCATE " + index.buckets().qualifiedName());
    write("a", 1, "of a bucket that is known");
    assertThat(days("a")).isEmpty();
    rekeying.publish(Phase.TARGET);
    write("a", 24, "of another");
    app.execute(
        "BEGIN BATCH INSERT INTO %1$s (sensor, ts) VALUES ('b', 0); UPDATE %1$s SET note = 'x' WHERE sensor = 'a' AND ts = 0 APPLY BATCH"
            .formatted(rekeying.sourceName()));
    assertThat(days("a")).containsExactly(LocalDate.EPOCH, LocalDate.of(2024, 5, 2));
    assertThat(days("b")).containsExactly(LocalDate.EPOCH);

    app.execute(
        "INSERT INTO %s (sensor, day, ts) VALUES ('t', '1970-01-01', 0)"
            .formatted(rekeying.target()));
    assertThat(days("t")).containsExactly(LocalDate.EPOCH);
    assertThatThrownBy(
            () ->
                app.execute(
                    "INSERT INTO %s JSON '{\"sensor\": \"t\", \"day\": \"1970-01-02\", \"ts\": \"1970-01-02\"}'"
                        .formatted(rekeying.target())))
        .isInstanceOf(StatementRefusedException.class);

    IndexTables.execute(plain, "DROP TABLE " + index.buckets().qualifiedName());
    int before = target("a").size();
    assertThatThrownBy(() -> write("a", 48, "x")).isInstanceOf(InvalidQueryException.class);
    assertThat(target("a")).hasSize(before);
  }

  @Test
  void openQueriesAnswerAsTheSourceDid() {
    fill("a", 20, 7);
    fill("b", 3, 30);
    List<String> queries =
        List.of(
            "SELECT * FROM %s WHERE sensor = 'a'",
            "SELECT note FROM %s WHERE sensor = 'a' ORDER BY ts DESC LIMIT 7",
            "SELECT ts FROM %s WHERE sensor = 'a' AND ts > '2024-05-02 10:00:00Z'",
            "SELECT ts FROM %s WHERE sensor = 'a' AND ts <= '2024-05-03 00:00:00Z' ORDER BY ts DESC",
            "SELECT ts FROM %s WHERE sensor = 'a' AND ts >= 0 AND ts < '2030-01-01 00:00:00Z'",
            "SELECT sensor, ts FROM %s WHERE sensor IN ('b', 'a', 'none')",
            "SELECT sensor, ts FROM %s WHERE sensor IN ('b', 'a') PER PARTITION LIMIT 2",
            "SELECT count(*), min(ts), max(note) FROM %s WHERE sensor = 'a'",
            "SELECT count(*), max(ts) FROM %s WHERE sensor = 'none'",
            "SELECT * FROM %s WHERE sensor = 'none'",
            "SELECT ts FROM %s WHERE sensor = 'a' AND ts > '2027-01-01 00:00:00Z'",
            "SELECT ts FROM %s WHERE sensor = 'a' AND note = 'n3' ALLOW FILTERING",
            "SELECT JSON ts, note FROM %s WHERE sensor = 'b'");
    List<List<String>> before = answers(plain, queries);
    rekeying.publish(Phase.DUAL_READ_TARGET);
    assertThat(answers(app, queries)).isEqualTo(before);
    assertThatThrownBy(
            () ->
                app.execute(
                    "SELECT avg(value) FROM %s WHERE sensor = 'a'"
                        .formatted(rekeying.sourceName())))
        .isInstanceOfSatisfying(
            StatementRefusedException.class,
            e -> assertThat(e.code()).isEqualTo(RefusalCode.AGGREGATE));
    rekeying.publish(Phase.TARGET);
    assertThat(answers(app, queries)).isEqualTo(before);
  }

  @Test
  void pagesGoOnInAnotherInstanceAndSeeBucketsThatWereOpenedMeanwhile() {
    fill("a", 10, 12);
    rekeying.publish(Phase.DUAL_READ_TARGET);
    SimpleStatement query =
        SimpleStatement.newInstance(
                "SELECT note FROM %s WHERE sensor = 'a'".formatted(rekeying.sourceName()))
            .setPageSize(4);
    List<String> notes = new ArrayList<>();
    try (CqlSession other = rekeying.application()) {
      AsyncResultSet first = app.executeAsync(query).toCompletableFuture().join();
      first.currentPage().forEach(row -> notes.add(row.getString(0)));
      write("a", -48, "behind");
      write("a", 240, "ahead");
      other
          .execute(query.setPagingState(first.getExecutionInfo().getPagingState()))
          .forEach(row -> notes.add(row.getString(0)));
    }
    List<String> expected = new ArrayList<>(IntStream.range(0, 10).mapToObj(i -> "n" + i).toList());
    expected.add("ahead");
    assertThat(notes).isEqualTo(expected);
  }

  @Test
  void aPartitionWithTooManyBucketsIsRefused() {
    BucketFlood.into(plain, index, "flood", 10_001);
    rekeying.publish(Phase.DUAL_READ_TARGET);
    String name = rekeying.sourceName();
    for (String cql :
        List.of(
            "SELECT ts FROM %s WHERE sensor = 'flood'", "DELETE FROM %s WHERE sensor = 'flood'")) {
      assertThatThrownBy(() -> app.execute(cql.formatted(name)))
          .isInstanceOf(StatementRefusedException.class)
          .hasMessageContaining("more than 10000 partitions of " + rekeying.target());
    }
    assertThat(noted()).isZero();
    assertThat(statistics().refused()).isEqualTo(2);
  }

  @Test
  void deletesReachEveryBucketThatIsThereAndThatComesLater() {
    for (Phase phase : List.of(Phase.DUAL, Phase.DUAL_READ_TARGET, Phase.TARGET)) {
      rekeying.publish(phase);
      deletesReachEveryBucket("x" + phase);
      aDeleteReachesABucketThatIsOpenedAfterIt("y" + phase);
      if (phase != Phase.TARGET) {
        rekeying.assertTablesEqual();
      }
    }
    assertThat(rekeying.journalled()).isZero();
  }

  private void deletesReachEveryBucket(String sensor) {
    fill(sensor, 9, 10);
    fill(sensor + "b", 9, 10);
    delete("sensor = '%s'".formatted(sensor));
    delete("sensor = '%sb' AND ts >= '2024-05-03 00:00:00Z'".formatted(sensor));
    assertThat(target(sensor)).isEmpty();
    assertThat(target(sensor + "b")).hasSize(5);
    PreparedStatement prepared =
        app.prepare("DELETE FROM %s WHERE sensor = ? AND ts < ?".formatted(rekeying.sourceName()));
    app.execute(prepared.bind(sensor + "b", FIRST.plusSeconds(3_600 * 20)));
    assertThat(target(sensor + "b")).hasSize(3);
  }

  /**
   * The bucket does not exist when the delete looks, and its first row is older than the delete.
   */
  private void aDeleteReachesABucketThatIsOpenedAfterIt(String sensor) {
    delete("sensor = '%s'".formatted(sensor), LATER);
    delete("sensor = '%sb' AND ts > '2024-05-01 00:00:00Z'".formatted(sensor), LATER);
    write(sensor, 0, "older", LATER - 1);
    write(sensor, 24, "newer", LATER + 1);
    write(sensor + "b", 0, "older", LATER - 1);
    write(sensor + "b", -24, "outside", LATER - 1);
    assertThat(target(sensor)).containsExactly("newer");
    assertThat(target(sensor + "b")).containsExactly("outside");
  }

  /** The negative control: without the list of deletes the row comes back in the target. */
  @Test
  void withoutTheNotedDeleteAnOlderRowSurvives() {
    delete("sensor = 'a'", LATER);
    IndexTables.execute(plain, "TRUNCATE " + index.deletes().qualifiedName());
    write("a", 0, "older", LATER - 1);
    assertThat(rekeying.sourceCells()).isEmpty();
    assertThat(rekeying.targetCells()).hasSize(1);
  }

  @Test
  void deletesAndNewBucketsAtTheSameTimeLeaveTheTablesEqual() {
    Random random = new Random(17);
    List<CompletableFuture<AsyncResultSet>> all = new ArrayList<>();
    try (CqlSession other = rekeying.application()) {
      for (int i = 0; i < 400; i++) {
        CqlSession session = random.nextBoolean() ? app : other;
        String sensor = "s" + random.nextInt(20);
        long micros = LATER + random.nextInt(1_000);
        String cql =
            random.nextInt(3) == 0
                ? "DELETE FROM %s USING TIMESTAMP %d WHERE sensor = '%s'"
                    .formatted(rekeying.sourceName(), micros, sensor)
                : "INSERT INTO %s (sensor, ts, note) VALUES ('%s', %d, 'x') USING TIMESTAMP %d"
                    .formatted(
                        rekeying.sourceName(), sensor, random.nextInt(12) * 86_400_000L, micros);
        all.add(session.executeAsync(cql).toCompletableFuture());
      }
      CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> rekeying.journalled() == 0);
    rekeying.assertTablesEqual();
    assertThat(rekeying.targetCells()).isNotEmpty();
  }

  @Test
  void whereTheSourceLeadsABucketThatCannotBeOpenedIsOwed() {
    fill("a", 2, 24);
    IndexTables.execute(plain, "DROP TABLE " + index.buckets().qualifiedName());
    write("a", 240, "owed");
    delete("sensor = 'a' AND ts < '2024-05-02 00:00:00Z'");
    assertThat(rekeying.sourceCells()).hasSize(2);
    assertThat(rekeying.journalled()).isPositive();
    IndexTables.execute(plain, IndexTables.ddl(index.buckets()));
    for (String day : List.of("2024-05-01", "2024-05-02")) {
      reopen("a", LocalDate.parse(day));
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> rekeying.journalled() == 0);
    rekeying.assertTablesEqual();
    assertThat(days("a")).contains(LocalDate.of(2024, 5, 11));
  }

  /** The index was lost with the table; this is what any writer of the bucket does. */
  private void reopen(String sensor, LocalDate day) {
    BucketIndex.Entry entry =
        new BucketIndex.Entry(
            List.of(TypeCodecs.TEXT.encode(sensor, ProtocolVersion.DEFAULT)),
            List.of(TypeCodecs.DATE.encode(day, ProtocolVersion.DEFAULT)));
    BucketStore.await(new BucketStore(plain, rekeying.mapping).open(entry));
  }

  private List<String> target(String sensor) {
    return plain
        .execute(
            "SELECT note FROM %s WHERE sensor = ? ALLOW FILTERING".formatted(rekeying.target()),
            sensor)
        .all()
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private void fill(String sensor, int rows, int hours) {
    for (int i = 0; i < rows; i++) {
      write(sensor, (long) hours * i, "n" + i);
    }
  }

  private void write(String sensor, long hours, String note) {
    write(sensor, hours, note, 0);
  }

  private void write(String sensor, long hours, String note, long micros) {
    app.execute(
        SimpleStatement.newInstance(
            "INSERT INTO %s (sensor, ts, value, note) VALUES (?, ?, ?, ?) %s"
                .formatted(rekeying.sourceName(), micros == 0 ? "" : "USING TIMESTAMP " + micros),
            sensor,
            FIRST.plusSeconds(3_600 * hours),
            (double) hours,
            note));
  }

  private void delete(String where) {
    app.execute("DELETE FROM %s WHERE %s".formatted(rekeying.sourceName(), where));
  }

  private void delete(String where, long micros) {
    app.execute(
        "DELETE FROM %s USING TIMESTAMP %d WHERE %s"
            .formatted(rekeying.sourceName(), micros, where));
  }

  private Set<LocalDate> days(String sensor) {
    Set<LocalDate> days = new TreeSet<>();
    plain
        .execute(
            "SELECT day FROM %s WHERE sensor = ?".formatted(index.buckets().qualifiedName()),
            sensor)
        .forEach(row -> days.add(row.getLocalDate(0)));
    return days;
  }

  private int noted() {
    return plain.execute("SELECT * FROM " + index.deletes().qualifiedName()).all().size();
  }

  private MigrationStatistics statistics() {
    return RekeySession.statistics(app).get(rekeying.mapping.migration());
  }

  private List<List<String>> answers(CqlSession session, List<String> queries) {
    List<List<String>> answers = new ArrayList<>();
    for (String query : queries) {
      List<String> rows = new ArrayList<>();
      for (Row row :
          session.execute(
              SimpleStatement.newInstance(query.formatted(rekeying.source())).setPageSize(5))) {
        rows.add(row.getFormattedContents());
      }
      answers.add(rows);
    }
    return answers;
  }
}
