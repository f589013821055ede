package dev.rekey.cql.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.Leg;
import dev.rekey.cql.CqlParser;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RouterTest {
  private static final Instant TS = Instant.parse("2024-05-01T12:00:00Z");

  private final KeyMapping byDay =
      new KeyMapping(
          "m",
          KeyMapping.FORMAT_VERSION,
          new TableShape("ks", "r", columns(false, false)),
          new TableShape("ks", "r2", columns(true, true)),
          Map.of("day", Derivations.parse("date(ts)")));

  @Test
  void anInsertGetsTheDerivedColumnAndKeepsItsText() {
    WritePlan plan =
        write(
            "INSERT INTO r (s, /* ? */ ts, v) VALUES ('it''s', ?, 1.50) USING TTL 9 AND TIMESTAMP"
                + " 7");
    assertThat(plan.target(bound(timestamp(TS))))
        .containsExactly(
            new BoundCql(
                "INSERT INTO ks.r2 (s, /* ? */ ts, v, day) VALUES ('it''s', ?, 1.50, ?) USING TTL 9"
                    + " AND TIMESTAMP 7",
                List.of(BoundValue.of(timestamp(TS)), BoundValue.of(day("2024-05-01")))));
    assertThat(plan.changesSource()).isFalse();
    assertThat(plan.timestamp(bound())).hasValue(7);
    assertThat(plan.ttl(bound())).hasValue(9);
  }

  @Test
  void aWriteSentAgainLaterHasAMarkerForItsLife() {
    WritePlan plan = write("INSERT INTO r (s, ts) VALUES ('a', 0)");
    assertThat(plan.expiring(Leg.SOURCE, bound(), 5).get(0).text())
        .isEqualTo("INSERT INTO ks.r (s, ts) VALUES ('a', 0) USING TTL ?");
    WritePlan update = write("UPDATE r USING TTL 9 SET v = 1 WHERE s = 'a' AND ts = 0");
    assertThat(update.expiring(Leg.TARGET, bound(), 5).get(0).text())
        .isEqualTo("UPDATE ks.r2 USING TTL ? SET v = 1 WHERE s = 'a' AND ts = 0 AND day = ?");
    assertThat(update.ttlMarker(Leg.TARGET)).isZero();
  }

  @Test
  void aNullLifeIsNoneAndAnUnsetOneIsTheTables() {
    WritePlan plan = write("INSERT INTO r (s, ts) VALUES ('a', 0) USING TTL ?");
    assertThat(plan.ttl(bindings(BoundValue.NULL))).hasValue(0);
    assertThat(plan.ttl(bindings(BoundValue.UNSET))).isEmpty();
    assertThat(write("INSERT INTO r (s, ts) VALUES ('a', 0)").ttl(bound())).isEmpty();
  }

  @Test
  void aRangeThatEndsBeforeItBeginsIsAskedOfOneBucket() {
    ReadPlan plan = read("SELECT v FROM r WHERE s = 'a' AND ts >= 172800000 AND ts < 0");
    assertThat(plan.buckets(bound()).stream().map(b -> b.statement().values().get(0)))
        .containsExactly(BoundValue.of(day("1970-01-03")));
    WritePlan delete = write("DELETE FROM r WHERE s = 'a' AND ts >= 172800000 AND ts < 0");
    assertThat(delete.target(bound())).hasSize(1);
  }

  @Test
  void aBucketInWhichAnOpenEndLeavesNoRowIsNotAsked() {
    for (String whole :
        List.of(
            "ts >= 0 AND ts < 86400000",
            "ts > -1 AND ts <= 86399999",
            "ts > 86400000 AND ts < 0")) {
      ReadPlan plan = read("SELECT avg(v) FROM r WHERE s = 'a' AND " + whole);
      assertThat(plan.buckets(bound())).as(whole).hasSize(1);
    }
    assertThat(
            read("SELECT v FROM r WHERE s = 'a' AND ts >= 0 AND ts <= 86400000").buckets(bound()))
        .hasSize(2);
    WritePlan delete = write("DELETE FROM r WHERE s = 'a' AND ts > -1 AND ts < 86400000");
    assertThat(delete.target(bound())).hasSize(1);
    ByteBuffer most = ByteBuffer.allocate(4).putInt(0, Integer.MAX_VALUE);
    assertThat(WholeNumbers.next(most, "int", 1)).isEqualTo(most);
    assertThat(WholeNumbers.next(longs(7), "double", 1)).isEqualTo(longs(7));
  }

  @Test
  void functionsBecomeOneValueForBothTables() {
    WritePlan plan = write("INSERT INTO r (s, ts, u) VALUES ('a', toTimestamp(now()), now())");
    ByteBuffer ts = timestamp(TS);
    Bindings bindings = bound(List.of(), ts);
    assertThat(plan.changesSource()).isTrue();
    assertThat(plan.source(bindings).text())
        .isEqualTo("INSERT INTO ks.r (s, ts, u) VALUES ('a', ?, ?)");
    assertThat(plan.target(bindings).get(0).values())
        .containsExactly(BoundValue.of(ts), BoundValue.of(ts), BoundValue.of(day("2024-05-01")));
  }

  @Test
  void aRangeBecomesOneStatementPerBucket() {
    WritePlan plan = write("DELETE FROM ks.r WHERE s = ? AND ts >= ? AND ts < ?");
    List<BoundCql> statements =
        plan.target(bound(text("a"), timestamp(TS), timestamp(TS.plusSeconds(86_400 * 2))));
    assertThat(statements).hasSize(3);
    assertThat(statements.get(0).text())
        .isEqualTo("DELETE FROM ks.r2 WHERE s = ? AND ts >= ? AND ts < ? AND day = ?");
    assertThatThrownBy(
            () ->
                plan.target(
                    bound(text("a"), timestamp(TS), timestamp(TS.plusSeconds(86_400L * 999)))))
        .isInstanceOf(UnroutableException.class)
        .hasMessageContaining("more than 256 partitions");
  }

  @Test
  void aListOfValuesBecomesOneStatementPerValueAndUpdatesNoOtherBucket() {
    WritePlan plan = write("UPDATE r SET v = 1 WHERE s = 'a' AND ts IN (0, 1, 86400000)");
    List<BoundCql> statements = plan.target(bound());
    assertThat(statements).hasSize(3);
    assertThat(statements.get(0).text())
        .isEqualTo("UPDATE ks.r2 SET v = 1 WHERE s = 'a' AND ts = ? AND day = ?");
  }

  @Test
  void aSelectIsAskedBucketByBucketInTheSourcesOrder() {
    ReadPlan plan = read("SELECT * FROM r WHERE s = ? AND ts >= ? AND ts < ? LIMIT 5");
    List<ReadPlan.Bucket> buckets =
        plan.buckets(bound(text("a"), timestamp(TS), timestamp(TS.plusSeconds(86_400))));
    assertThat(buckets.get(0).statement().text())
        .isEqualTo(
            "SELECT s, ts, st, l, u, v FROM ks.r2 WHERE s = ? AND ts >= ? AND ts < ? AND day = ?"
                + " ORDER BY ts ASC LIMIT 5");
    assertThat(buckets.stream().map(b -> b.statement().values().get(3)))
        .containsExactly(BoundValue.of(day("2024-05-01")), BoundValue.of(day("2024-05-02")));
    ReadPlan descending =
        read("SELECT v FROM r WHERE s = 'a' AND ts >= 0 AND ts < 86400001 ORDER BY ts DESC");
    assertThat(descending.buckets(bound()).stream().map(b -> b.statement().values().get(0)))
        .containsExactly(BoundValue.of(day("1970-01-02")), BoundValue.of(day("1970-01-01")));
    assertThat(descending.targetText())
        .isEqualTo("SELECT v FROM ks.r2 WHERE s = 'a' AND ts >= 0 AND ts < 86400001 AND day = ? ");
  }

  @Test
  void aReadGoesOnAfterARowOnEitherTable() {
    ReadPlan plan =
        read("SELECT ts, v FROM r WHERE s = 'a' AND ts >= 0 AND ts <= 172800000 LIMIT 9");
    assertThat(plan.cursor()).contains("ts");
    assertThat(plan.cursorColumn()).hasValue(0);
    ByteBuffer last = timestamp(Instant.ofEpochMilli(86_400_000));
    assertThat(plan.sourceAfter(last, 4, bound()).text())
        .isEqualTo("SELECT ts, v FROM ks.r WHERE s = 'a' AND ts > ? AND ts <= 172800000 LIMIT ?");
    assertThat(plan.bucketsAfter(last, 4, bound(), IndexRows.NOT_ASKED)).hasSize(2);
    ReadPlan hidden = read("SELECT v FROM r WHERE s = 'a' AND ts >= 0 AND ts <= 9");
    assertThat(hidden.cursorColumn()).isEmpty();
  }

  @Test
  void aListOfPartitionsIsAskedPartitionByPartition() {
    ReadPlan plan =
        read(
            "SELECT v FROM r WHERE s IN (?, 'a') AND ts >= 0 AND ts < 86400001"
                + " PER PARTITION LIMIT 3 LIMIT 7");
    List<ReadPlan.Bucket> buckets = plan.buckets(bound(text("b")));
    assertThat(plan.targetText())
        .isEqualTo(
            "SELECT v FROM ks.r2 WHERE s = ? AND ts >= 0 AND ts < 86400001 AND day = ?"
                + " ORDER BY ts ASC PER PARTITION LIMIT 3 LIMIT 7");
    assertThat(buckets.stream().map(b -> b.statement().values().get(0)))
        .containsExactly(
            BoundValue.of(text("a")),
            BoundValue.of(text("a")),
            BoundValue.of(text("b")),
            BoundValue.of(text("b")));
    assertThat(buckets.stream().map(ReadPlan.Bucket::partition)).containsExactly(0, 0, 1, 1);
    assertThat(buckets.stream().map(ReadPlan.Bucket::id)).doesNotHaveDuplicates();
    assertThat(plan.limit(bound())).isEqualTo(7);
    assertThat(plan.perPartitionLimit(bound())).isEqualTo(3);
    assertThat(plan.cursor()).isEmpty();
    ReadPlan ordered = read("SELECT v FROM r WHERE s IN (?, 'a') AND ts = 0 ORDER BY ts");
    assertThat(ordered.buckets(bound(text("a")))).hasSize(1);
    assertThatThrownBy(() -> ordered.buckets(bound(text("b"))))
        .isInstanceOf(UnroutableException.class)
        .hasMessageContaining("several partitions would have to be merged");
    assertThat(plan.splitMarker(0)).contains(new SplitMarker(new Hole.Computed("s"), false));
  }

  @Test
  void anEmptyListIsAskedOfOneBucketForItsColumnsOnly() {
    ReadPlan plan = read("SELECT v FROM r WHERE s IN ? AND ts = 0");
    ByteBuffer none = ByteBuffer.allocate(4);
    assertThat(plan.isAboutNothing(bound(none))).isTrue();
    assertThat(plan.buckets(bound(none))).hasSize(1);
    assertThat(plan.splitMarker(0)).contains(new SplitMarker(new Hole.Computed("s"), true));
    ReadPlan counted = read("SELECT count(*), max(ts) FROM r WHERE s IN () AND ts = 0");
    assertThat(counted.isAboutNothing(bound())).isTrue();
    assertThat(counted.mergers().get(0).ofNothing(Optional.of(longs(7)))).contains(longs(0));
    assertThat(counted.mergers().get(1).ofNothing(Optional.of(longs(7)))).isEmpty();
    ReadPlan averaged = read("SELECT avg(v) FROM r WHERE s IN () AND ts = 0");
    assertThatThrownBy(() -> averaged.buckets(bound()))
        .isInstanceOf(UnroutableException.class)
        .hasMessageContaining("an aggregate over an empty list of partitions");
  }

  @Test
  void aggregatesAreMergedOnlyWhereThatIsExact() {
    String from = " FROM r WHERE s = 'a' AND ts >= 0 AND ts < 86400001";
    ReadPlan counts = read("SELECT count(*), max(u), min(ts) AS first" + from);
    assertThat(counts.combination()).isEqualTo(ReadPlan.Combination.MERGED);
    assertThat(counts.mergers()).hasSize(3);
    for (String inexact :
        List.of(
            "avg(v)",
            "sum(v)",
            "max(v)",
            "count(*), ts",
            "mine(v)",
            "ks.mine(v)",
            "JSON count(*)")) {
      ReadPlan plan = read("SELECT " + inexact + from);
      assertThat(plan.combination()).as(inexact).isEqualTo(ReadPlan.Combination.ONE_BUCKET);
      assertThatThrownBy(() -> plan.buckets(bound()))
          .isInstanceOf(UnroutableException.class)
          .hasMessageContaining("an aggregate over 2 target partitions");
    }
    ReadPlan limited = read("SELECT count(*)" + from + " PER PARTITION LIMIT 2");
    assertThat(limited.combination()).isEqualTo(ReadPlan.Combination.ONE_BUCKET);
    assertThat(read("SELECT toDate(ts), toJson(v)" + from).combination())
        .isEqualTo(ReadPlan.Combination.ROWS);
  }

  @Test
  void wholeNumbersAreAddedAndCompared() {
    String from = " FROM r WHERE s = 'a' AND ts >= 0 AND ts < 86400001";
    Merger count = read("SELECT count(*)" + from).mergers().get(0);
    assertThat(count.merge(Optional.of(longs(255)), Optional.of(longs(258)))).contains(longs(513));
    assertThat(count.merge(Optional.of(longs(-1)), Optional.of(longs(2)))).contains(longs(1));
    Merger latest = read("SELECT max(ts)" + from).mergers().get(0);
    assertThat(latest.merge(Optional.of(longs(-5)), Optional.of(longs(3)))).contains(longs(3));
    assertThat(latest.merge(Optional.empty(), Optional.of(longs(3)))).contains(longs(3));
    assertThat(latest.merge(Optional.empty(), Optional.empty())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CONDITIONAL|INSERT INTO r (s, ts) VALUES ('a', 0) IF NOT EXISTS",
        "CONDITIONAL|UPDATE r SET v = 1 WHERE s = 'a' AND ts = 0 IF v = 2",
        "LIST|UPDATE r SET l = l + [1] WHERE s = 'a' AND ts = 0",
        "LIST|INSERT INTO r (s, ts, l) VALUES ('a', 0, [1])",
        "LIST|DELETE l[0] FROM r WHERE s = 'a' AND ts = 0",
        "STATIC|UPDATE r SET st = 'x' WHERE s = 'a'",
        "STATIC|INSERT INTO r JSON '{}'",
        "NOT_CARRIED|INSERT INTO r (s, ts, day) VALUES ('a', 0, '2024-05-01')",
        "FUNCTION|INSERT INTO r (s, ts, v) VALUES ('a', 0, my.random())",
        "FUNCTION|INSERT INTO r (s, ts, v) VALUES ('a', 0, mine(now()))",
        "INCOMPLETE_KEY|UPDATE r SET v = 1 WHERE s = 'a' AND ts > 0",
        "INCOMPLETE_KEY|INSERT INTO r (s) VALUES ('a')",
        "UNBOUNDED|DELETE FROM r WHERE s = 'a'",
        "UNBOUNDED|DELETE FROM r WHERE s = 'a' AND ts > 0",
        "LITERAL|INSERT INTO r (s, ts) VALUES ('a', '2024-05-01 12:00')",
        "TRUNCATE|TRUNCATE r",
        "SCHEMA_CHANGE|ALTER TABLE r ADD x int",
        "SCHEMA_CHANGE|DROP TABLE ks.r2",
        "SCHEMA_CHANGE|CREATE INDEX ON r (v)",
        "TARGET_NAMED|SELECT * FROM r2 WHERE s = 'a' AND day IN ('2024-05-01', '2024-05-02')",
        "UNBOUNDED|SELECT * FROM r",
        "UNBOUNDED|SELECT * FROM r WHERE s = 'a'",
        "UNBOUNDED|SELECT * FROM r WHERE s = 'a' AND ts > 0",
        "AGGREGATE|SELECT DISTINCT s FROM r WHERE s = 'a'",
        "RESTRICTION|SELECT token(s) FROM r WHERE s = 'a' AND ts = 0",
        "RESTRICTION|SELECT * FROM r WHERE token(s) > 0"
      })
  void whatCannotBeExactIsRefusedWithAReason(RefusalCode code, String cql) {
    assertThat(route(cql)).isInstanceOf(Routing.Refused.class);
    Routing.Refused refused = (Routing.Refused) route(cql);
    assertThat(refused.code()).isEqualTo(code);
    assertThat(refused.reason()).isNotBlank();
    assertThat(refused.remedy()).isNotBlank();
  }

  @Test
  void otherTablesPassThrough() {
    assertThat(route("SELECT * FROM other.r")).isInstanceOf(Routing.PassThrough.class);
    assertThat(route("INSERT INTO x (a) VALUES (1)")).isInstanceOf(Routing.PassThrough.class);
    assertThat(route("TRUNCATE x")).isInstanceOf(Routing.PassThrough.class);
    assertThat(route("GRANT SELECT ON ks.r TO bob")).isInstanceOf(Routing.PassThrough.class);
  }

  @Test
  void aBatchIsRoutedStatementByStatement() {
    Routing.BatchPlan plan =
        (Routing.BatchPlan)
            route(
                "BEGIN UNLOGGED BATCH INSERT INTO r (s, ts) VALUES (?, 0); UPDATE x SET a = ? WHERE"
                    + " k = 1; APPLY BATCH");
    assertThat(plan.parts()).hasSize(2);
    assertThat(plan.parts().get(0).routing()).isInstanceOf(WritePlan.class);
    assertThat(plan.parts().get(1).routing()).isInstanceOf(Routing.PassThrough.class);
    assertThat(plan.parts().get(1).verbatim(bound(text("a"), text("b"))))
        .isEqualTo(
            new BoundCql("UPDATE x SET a = ? WHERE k = 1", List.of(BoundValue.of(text("b")))));
  }

  private WritePlan write(String cql) {
    return (WritePlan) route(cql);
  }

  private ReadPlan read(String cql) {
    Routing routing = route(cql);
    assertThat(routing).isInstanceOf(ReadPlan.class);
    return (ReadPlan) routing;
  }

  private Routing route(String cql) {
    return Router.route(cql, CqlParser.parse(cql), byDay, "ks");
  }

  private static List<Column> columns(boolean target, boolean descending) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("s", "text", ColumnKind.PARTITION_KEY, 0, false));
    if (target) {
      columns.add(new Column("day", "date", ColumnKind.PARTITION_KEY, 1, false));
    }
    columns.add(new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, descending));
    columns.add(
        new Column("st", "text", target ? ColumnKind.REGULAR : ColumnKind.STATIC, 0, false));
    columns.add(new Column("v", "double", ColumnKind.REGULAR, 1, false));
    columns.add(new Column("u", "timeuuid", ColumnKind.REGULAR, 2, false));
    columns.add(new Column("l", "list<int>", ColumnKind.REGULAR, 3, false));
    return columns;
  }

  private static Bindings bound(ByteBuffer... values) {
    return bound(List.of(values), ByteBuffer.allocate(8));
  }

  private static Bindings bound(List<ByteBuffer> values, ByteBuffer evaluated) {
    return bindings(values.stream().map(BoundValue::of).toList(), evaluated);
  }

  private static Bindings bindings(BoundValue... values) {
    return bindings(List.of(values), ByteBuffer.allocate(8));
  }

  private static Bindings bindings(List<BoundValue> values, ByteBuffer evaluated) {
    return new Bindings() {
      @Override
      public BoundValue marker(int index) {
        return values.get(index);
      }

      @Override
      public ByteBuffer evaluated(Hole.Evaluated call) {
        return evaluated;
      }
    };
  }

  private static ByteBuffer text(String value) {
    return ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuffer longs(long value) {
    return ByteBuffer.allocate(8).putLong(0, value);
  }

  private static ByteBuffer timestamp(Instant instant) {
    return ByteBuffer.allocate(8).putLong(0, instant.toEpochMilli());
  }

  private static ByteBuffer day(String date) {
    return ByteBuffer.allocate(4)
        .putInt(0, (int) (LocalDate.parse(date).toEpochDay() + (1L << 31)));
  }
}
