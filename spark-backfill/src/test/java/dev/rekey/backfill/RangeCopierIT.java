package dev.rekey.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.control.RowMarker;
import dev.rekey.core.token.TokenRanges;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@CassandraTest
final class RangeCopierIT {

  private final CqlSession session;
  private final TestKeyspace keyspace;
  private final CopyBench bench;

  RangeCopierIT(CqlSession session, TestKeyspace keyspace) {
    this.session = session;
    this.keyspace = keyspace;
    this.bench = new CopyBench(session, keyspace.name());
  }

  @Test
  void everyCellKeepsItsWritetimeAndItsEnd() throws InterruptedException {
    bench.run(
        "CREATE TABLE KS.b11 (k int PRIMARY KEY, a text, b text, s text)",
        "CREATE TABLE KS.b11_new (bucket int, k int, a text, b text, s text,"
            + " PRIMARY KEY (bucket, k)) WITH default_time_to_live = 1000",
        "INSERT INTO KS.b11 (k, a) VALUES (1, 'old') USING TIMESTAMP 1000",
        "UPDATE KS.b11 USING TIMESTAMP 5000 SET b = 'late' WHERE k = 1",
        "UPDATE KS.b11 USING TIMESTAMP 2000 AND TTL 500000 SET s = 'session' WHERE k = 1",
        "INSERT INTO KS.b11 (k, a) VALUES (2, 'future') USING TIMESTAMP 9999999999999999");

    RangeOutcome outcome = bench.copy("b11", "b11_new", Map.of("bucket", "shard(k, 4)"));

    assertThat(outcome.rows()).isEqualTo(2);
    assertThat(outcome.cells()).isEqualTo(4);
    String times = "k, a, writetime(a), ttl(a), b, writetime(b), ttl(b), s, writetime(s)";
    assertThat(bench.rows("SELECT " + times + " FROM KS.b11_new"))
        .containsExactlyInAnyOrderElementsOf(bench.rows("SELECT " + times + " FROM KS.b11"))
        .anyMatch(row -> row.startsWith("1|old|1000|null|late|5000|null|session|2000"));
    int bucket = session.execute("SELECT bucket FROM " + keyspace.table("b11_new")).one().getInt(0);
    Row expiring =
        session
            .execute(
                "SELECT k, ttl(s) FROM "
                    + keyspace.table("b11_new")
                    + " WHERE k = 1 ALLOW FILTERING")
            .one();
    assertThat(expiring.getInt(1)).isBetween(499_900, 500_000);
    // A dual write between two writetimes of the row wins over the older cell.
    bench.run(
        "UPDATE KS.b11_new USING TIMESTAMP 3000 SET a = 'newer' WHERE k = 1 AND bucket = "
            + bucketOf("b11_new", 1));
    assertThat(bucket).isBetween(0, 3);
    assertThat(bench.rows("SELECT k, a FROM KS.b11_new WHERE k = 1 ALLOW FILTERING"))
        .containsExactly("1|newer");
  }

  private int bucketOf(String table, int k) {
    return session
        .execute(
            "SELECT bucket FROM " + keyspace.table(table) + " WHERE k = " + k + " ALLOW FILTERING")
        .one()
        .getInt(0);
  }

  @Test
  void rowsOfKeysOnlyArriveAndRowsEndedByNullAreNotMadeAnew() throws InterruptedException {
    bench.run(
        "CREATE TABLE KS.b08 (k int, c int, v int, w int, PRIMARY KEY (k, c))",
        "CREATE TABLE KS.b08_new (k int, c int, v int, w int, PRIMARY KEY (c, k))",
        "INSERT INTO KS.b08 (k, c) VALUES (1, 1)",
        "INSERT INTO KS.b08 (k, c, w) VALUES (1, 2, 5)",
        "INSERT INTO KS.b08 (k, c, v) VALUES (1, 3, 7)",
        "DELETE v FROM KS.b08 WHERE k = 1 AND c = 3",
        "UPDATE KS.b08 SET v = 6 WHERE k = 1 AND c = 4",
        "UPDATE KS.b08 SET v = null WHERE k = 1 AND c = 4",
        "CREATE TABLE KS.only_key (a text, b text, PRIMARY KEY (a, b))",
        "CREATE TABLE KS.only_key_new (a text, b text, PRIMARY KEY ((a, b)))",
        "INSERT INTO KS.only_key (a, b) VALUES ('x', 'y')",
        "INSERT INTO KS.only_key (a, b) VALUES ('x', '') USING TTL 86400");

    RangeOutcome outcome = bench.copy("b08", "b08_new", Map.of());
    RangeOutcome keys = bench.copy("only_key", "only_key_new", Map.of());

    assertThat(bench.rows("SELECT k, c, v, w, writetime(w) FROM KS.b08_new"))
        .containsExactlyInAnyOrderElementsOf(
            bench.rows("SELECT k, c, v, w, writetime(w) FROM KS.b08"));
    assertThat(outcome.rows()).isEqualTo(3);
    assertThat(outcome.markerOnlyRows()).isEqualTo(2);
    assertThat(keys.markerOnlyRows()).isEqualTo(2);
    assertThat(bench.rows("SELECT a, b FROM KS.only_key_new"))
        .containsExactlyInAnyOrder("x|y", "x|");
  }

  @Test
  void whatWasDeletedOrChangedAfterTheReadStaysSo() throws InterruptedException {
    prepareRace("b13");

    bench.copy("b13", "b13_new", Map.of("bucket", "constant(0 as int)"));

    assertThat(bench.rows("SELECT k, v, w FROM KS.b13_new"))
        .containsExactlyInAnyOrder("2|newer|r2", "3|r3|null");
  }

  @Test
  void negativeControlTimestampsOfNowBringTheDeletedBack() throws InterruptedException {
    prepareRace("b13n");

    bench
        .times(unused -> Clock.systemUTC().millis() * 1000)
        .copy("b13n", "b13n_new", Map.of("bucket", "constant(0 as int)"));

    assertThat(bench.rows("SELECT k, v, w FROM KS.b13n_new"))
        .containsExactlyInAnyOrder("1|r1|r1", "2|r2|r2", "3|r3|r3");
  }

  /** The source as the backfill read it; the target as the mirrored statements left it. */
  private void prepareRace(String table) {
    bench.run(
        "CREATE TABLE KS.%s (k int PRIMARY KEY, v text, w text)".formatted(table),
        "CREATE TABLE KS.%s_new (bucket int, k int, v text, w text, PRIMARY KEY (bucket, k))"
            .formatted(table));
    for (int k = 1; k <= 3; k++) {
      bench.run(
          "INSERT INTO KS.%1$s (k, v, w) VALUES (%2$d, 'r%2$d', 'r%2$d') USING TIMESTAMP 1000"
              .formatted(table, k));
    }
    bench.run(
        "DELETE FROM KS.%s_new USING TIMESTAMP 2000 WHERE bucket = 0 AND k = 1".formatted(table),
        "UPDATE KS.%s_new USING TIMESTAMP 2000 SET v = 'newer' WHERE bucket = 0 AND k = 2"
            .formatted(table),
        "DELETE w FROM KS.%s_new USING TIMESTAMP 2000 WHERE bucket = 0 AND k = 3".formatted(table));
  }

  @Test
  void setsMapsAndUserTypesKeepTheTimesOfEveryElement() throws InterruptedException {
    String columns =
        "st set<int>, m map<text, int>, fl frozen<list<int>>, u addr, fu frozen<addr>,"
            + " tp tuple<int, text>";
    bench.run(
        "CREATE TYPE KS.addr (street text, no int)",
        "CREATE TABLE KS.b10 (k int PRIMARY KEY, %s)".formatted(columns),
        "CREATE TABLE KS.b10_new (half int, k int, %s, PRIMARY KEY ((half), k))".formatted(columns),
        "UPDATE KS.b10 USING TIMESTAMP 1000 SET st = st + {1, 2}, m = m + {'a': 1} WHERE k = 1",
        "UPDATE KS.b10 USING TIMESTAMP 2000 AND TTL 5000 SET st = st + {3} WHERE k = 1",
        "UPDATE KS.b10 USING TIMESTAMP 3000 SET m['b'] = 2, u.street = 'x' WHERE k = 1",
        "UPDATE KS.b10 USING TIMESTAMP 4000 SET u.no = 7, fl = [1, 1],"
            + " fu = {street: 'f', no: 1}, tp = (1, 'z') WHERE k = 1");

    bench.rowMarker(RowMarker.UPDATE).copy("b10", "b10_new", Map.of("half", "shard(k, 2)"));
    bench.copy("b10", "b10_new", Map.of("half", "shard(k, 2)"));

    String times =
        "k, st, writetime(st), m, writetime(m), u, writetime(u), fl, writetime(fl), fu,"
            + " writetime(fu), tp, writetime(tp)";
    assertThat(bench.rows("SELECT " + times + " FROM KS.b10_new"))
        .containsExactlyElementsOf(bench.rows("SELECT " + times + " FROM KS.b10"));
    List<Integer> ttls =
        session
            .execute("SELECT ttl(st) FROM " + keyspace.table("b10_new"))
            .one()
            .getList(0, Integer.class);
    assertThat(ttls.subList(0, 2)).containsOnlyNulls();
    assertThat(ttls.get(2)).isBetween(4900, 5000);
  }

  @Test
  void elementsWithoutReadableTimesStandJustBelowTheFence() throws InterruptedException {
    bench.run(
        "CREATE TABLE KS.old (k int PRIMARY KEY, st set<int>, v int)",
        "CREATE TABLE KS.old_new (h int, k int, st set<int>, v int, PRIMARY KEY ((h), k))",
        "UPDATE KS.old USING TIMESTAMP 1000 SET st = st + {1, 2}, v = 3 WHERE k = 1",
        "UPDATE KS.old_new USING TIMESTAMP 9000 SET st = st - {2} WHERE h = 0 AND k = 1");
    CopyPlan asBeforeFiveZero =
        CopyPlan.of(
            bench.mapping("old", "old_new", Map.of("h", "constant(0 as int)")),
            ElementTimes.UNREADABLE,
            type -> List.of());

    bench.fence(8000).copier(asBeforeFiveZero).copy(TokenRanges.WHOLE);

    assertThat(bench.rows("SELECT st, writetime(st), v, writetime(v) FROM KS.old_new"))
        .containsExactly("[1]|[7999]|3|1000");
  }

  @Test
  void zeroLengthValuesAreNeitherNullNorZero() throws InterruptedException {
    bench.run(
        "CREATE TABLE KS.b03 (id int PRIMARY KEY, m map<text, timestamp>, i int, t text)",
        "CREATE TABLE KS.b03_new (id int, m map<text, timestamp>, i int, t text,"
            + " PRIMARY KEY ((id), t))",
        "INSERT INTO KS.b03 (id, i, t) VALUES (1, blobAsInt(0x), '')",
        "INSERT INTO KS.b03 (id, i) VALUES (2, 5)");

    RangeOutcome outcome = bench.copy("b03", "b03_new", Map.of());

    Row row = session.execute("SELECT i, t FROM " + keyspace.table("b03_new")).one();
    assertThat(row.getBytesUnsafe(0)).isNotNull();
    assertThat(row.getBytesUnsafe(0).remaining()).isZero();
    assertThat(row.getBytesUnsafe(1).remaining()).isZero();
    assertThat(outcome.badRows()).isEqualTo(1);
    assertThat(outcome.badRowSamples()).containsExactly("id=2: new key column t is null");
  }

  @Test
  void remainingLifeIsCountedWhenTheCellIsWritten() throws InterruptedException {
    bench.run(
        "CREATE TABLE KS.ttl (k int PRIMARY KEY, v int)",
        "CREATE TABLE KS.ttl_new (b int, k int, v int, PRIMARY KEY (b, k))",
        "INSERT INTO KS.ttl (k, v) VALUES (1, 1) USING TTL 1000",
        "INSERT INTO KS.ttl (k, v) VALUES (2, 2)");
    CopyPlan plan = bench.plan("ttl", "ttl_new", Map.of("b", "constant(0 as int)"));
    TargetStatements statements =
        new TargetStatements(session, plan.mapping().target(), plan.slots(), WriteTimes.EXACT);
    Row row = session.execute(plan.sourceReader().byKey().replace("?", "1")).one();
    RowImage image = plan.sourceReader().read(row, 50_000_900);
    WriteGroup group =
        new WriteGroups(5_000_000_000_000_000L, RowMarker.INSERT, plan.slots())
            .of(image.cells())
            .get(0);
    List<java.nio.ByteBuffer> key =
        plan.mapping().targetKey(dev.rekey.core.mapping.Values.of(image.inputs())).orElseThrow();

    long expiry = group.expirySecond().orElseThrow();
    assertThat(expiry).isBetween(50_000L + 900, 50_000L + 1000);
    assertThat(statements.bind(key, group, (expiry - 7) * 1000 + 999).orElseThrow().getInt("[ttl]"))
        .isEqualTo(7);
    assertThat(statements.bind(key, group, expiry * 1000)).isEmpty();
    assertThat(statements.bind(key, group, (expiry + 5) * 1000)).isEmpty();
  }

  @Test
  void listsCountersAndStaticsAreRefusedByName() {
    bench.run(
        "CREATE TABLE KS.b01 (k int, c int, l list<text>, sl list<text> static, v int,"
            + " PRIMARY KEY (k, c))",
        "CREATE TABLE KS.b01_new (k int, c int, l list<text>, v int, PRIMARY KEY ((k, c)))",
        "CREATE TABLE KS.b07 (u int, kind text, about text static, PRIMARY KEY (u, kind))",
        "CREATE TABLE KS.b07_new (u int, bucket int, kind text, about text static,"
            + " PRIMARY KEY ((u, bucket), kind))",
        "CREATE TABLE KS.b09 (k int, d int, a counter, PRIMARY KEY (k, d))",
        "CREATE TABLE KS.b09_new (k int, d int, a counter, PRIMARY KEY ((k, d)))");

    assertThatThrownBy(() -> bench.plan("b01", "b01_new", Map.of()))
        .isInstanceOf(BackfillRefusedException.class)
        .hasMessageContaining("column l is a non-frozen list")
        .hasMessageContaining("column sl is a non-frozen list")
        .hasMessageContaining("rekey plan");
    assertThatThrownBy(() -> bench.plan("b07", "b07_new", Map.of("bucket", "shard(u, 4)")))
        .hasMessageContaining("column about is static");
    assertThatThrownBy(() -> bench.plan("b09", "b09_new", Map.of()))
        .hasMessageContaining("column a is a counter");
  }

  @Test
  void rowsReadTooLongAgoAreNotWritten() {
    bench.run(
        "CREATE TABLE KS.aged (k int PRIMARY KEY, v int)",
        "CREATE TABLE KS.aged_new (h int, k int, v int, PRIMARY KEY ((h), k))",
        "INSERT INTO KS.aged (k, v) VALUES (1, 1)");
    CopyPlan plan = bench.plan("aged", "aged_new", Map.of("h", "shard(k, 2)"));
    RangeCopier suspended =
        new RangeCopier(
            session,
            plan,
            new CopyRules(1_800_000_000_000_000L, RowMarker.INSERT, WriteTimes.EXACT),
            CopySettings.DEFAULT,
            CopyBench.OPEN,
            new Meter(),
            new LeapingClock());

    assertThatThrownBy(() -> suspended.copy(TokenRanges.WHOLE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Cannot write rows read");
    assertThat(bench.rows("SELECT k FROM KS.aged_new")).isEmpty();
  }

  /** A clock on which an hour passes between every two looks. */
  private static final class LeapingClock extends Clock {
    private long millis = 1_700_000_000_000L;

    @Override
    public long millis() {
      millis += 3_600_000;
      return millis;
    }

    @Override
    public java.time.Instant instant() {
      return java.time.Instant.ofEpochMilli(millis());
    }

    @Override
    public java.time.ZoneId getZone() {
      return java.time.ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(java.time.ZoneId zone) {
      return this;
    }
  }

  @Test
  void manyRowsOfOnePartitionArriveOverManyPagesAndBatches() throws InterruptedException {
    bench.run(
        "CREATE TABLE KS.big (p int, c int, v text, PRIMARY KEY (p, c))",
        "CREATE TABLE KS.big_new (p int, s int, c int, v text, PRIMARY KEY ((p, s), c))");
    for (int i = 0; i < 3000; i++) {
      bench.run("INSERT INTO KS.big (p, c, v) VALUES (%d, %d, 'v%d')".formatted(i % 3, i, i));
    }

    RangeOutcome outcome =
        bench
            .settings(CopySettings.DEFAULT.withPageSize(100))
            .copy("big", "big_new", Map.of("s", "shard(c, 8)"));

    assertThat(outcome.rows()).isEqualTo(3000);
    assertThat(bench.rows("SELECT p, c, v, writetime(v) FROM KS.big_new"))
        .containsExactlyInAnyOrderElementsOf(
            bench.rows("SELECT p, c, v, writetime(v) FROM KS.big"));
  }
}
