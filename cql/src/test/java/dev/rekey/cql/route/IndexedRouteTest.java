package dev.rekey.cql.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.ListedDelete;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.cql.CqlParser;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Statements that do not say which target partitions they are about. */
final class IndexedRouteTest {
  private static final ByteBuffer A = text("a");
  private static final Bindings NOTHING = new FixedBindings();

  private final KeyMapping byDay = byDay("date(ts)", false).indexed();

  @Test
  void theIndexIsInTheOrderOfTheSource() {
    BucketIndex index = byDay("date(ts)", true).indexed().index().orElseThrow();
    assertThat(index.buckets().qualifiedName()).isEqualTo("ks.r2_buckets");
    assertThat(index.deletes().qualifiedName()).isEqualTo("ks.r2_deletes");
    assertThat(index.bucketColumns())
        .containsExactly(new Column("day", "date", ColumnKind.CLUSTERING, 0, true));
    assertThat(index.buckets().partitionKey()).isEqualTo(byDay.source().partitionKey());
  }

  @Test
  void aMappingWhoseBucketsAreKnownNeedsNone() {
    KeyMapping shards = byDay("shard(ts, 4)", false);
    assertThat(shards.indexed()).isSameAs(shards);
    assertThat(byDay("date(ts)", false).index()).isEmpty();
  }

  @Test
  void aWholePartitionIsReadInTheBucketsTheIndexShows() {
    ReadPlan plan = (ReadPlan) route("SELECT v FROM r WHERE s = 'a' ORDER BY ts DESC LIMIT 3");
    assertThat(plan.needsIndex()).isTrue();
    assertThat(plan.slices(NOTHING))
        .containsExactly(new IndexSlice(List.of(A), Optional.empty(), Optional.empty()));
    IndexRows rows = rows(A, "2024-05-01", "2024-05-07", "2024-05-03");
    List<ReadPlan.Bucket> buckets = plan.buckets(NOTHING, rows);
    assertThat(buckets.get(0).statement().text())
        .isEqualTo("SELECT v FROM ks.r2 WHERE s = 'a' AND day = ?  LIMIT 3");
    assertThat(days(buckets))
        .isEqualTo(List.of(day("2024-05-07"), day("2024-05-03"), day("2024-05-01")));
    assertThatThrownBy(() -> plan.buckets(NOTHING)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anOpenRangeBoundsTheSlice() {
    ReadPlan plan = (ReadPlan) route("SELECT v FROM r WHERE s = 'a' AND ts > 86400000");
    assertThat(plan.slices(NOTHING))
        .containsExactly(
            new IndexSlice(List.of(A), Optional.of(day("1970-01-02")), Optional.empty()));
    ReadPlan below = (ReadPlan) route("SELECT v FROM r WHERE s = 'a' AND ts < 86400000");
    assertThat(below.slices(NOTHING))
        .containsExactly(
            new IndexSlice(List.of(A), Optional.empty(), Optional.of(day("1970-01-01"))));
  }

  @Test
  void aPageThatBeginsInABucketDoesNotAskForThoseBeforeIt() {
    ReadPlan plan = (ReadPlan) route("SELECT v FROM r WHERE s = 'a' AND ts > 86400000");
    List<ReadPlan.Bucket> buckets = plan.buckets(NOTHING, rows(A, "2024-05-01", "2024-05-02"));
    assertThat(plan.slicesFrom(buckets.get(1).id(), NOTHING))
        .containsExactly(
            new IndexSlice(List.of(A), Optional.of(day("2024-05-02")), Optional.empty()));
    ReadPlan turned = (ReadPlan) route("SELECT v FROM r WHERE s = 'a' ORDER BY ts DESC");
    assertThat(turned.slicesFrom(buckets.get(1).id(), NOTHING))
        .containsExactly(
            new IndexSlice(List.of(A), Optional.empty(), Optional.of(day("2024-05-02"))));
  }

  @Test
  void aLongClosedRangeAsksTheIndexAndAShortOneDoesNot() {
    ReadPlan plan =
        (ReadPlan) route("SELECT v FROM r WHERE s = 'a' AND ts >= 0 AND ts < 86400000000");
    assertThat(plan.needsIndex()).isFalse();
    assertThat(plan.usesIndex(NOTHING)).isTrue();
    assertThat(days(plan.buckets(NOTHING, rows(A, "1970-01-05"))))
        .containsExactly(day("1970-01-05"));
    ReadPlan week =
        (ReadPlan) route("SELECT v FROM r WHERE s = 'a' AND ts >= 0 AND ts < 604800000");
    assertThat(week.usesIndex(NOTHING)).isFalse();
  }

  @Test
  void whereTheIndexShowsNothingOneBucketGivesTheColumns() {
    ReadPlan plan = (ReadPlan) route("SELECT v FROM r WHERE s IN ('a', 'b')");
    IndexRows none = IndexRows.of(Map.of());
    assertThat(plan.isAboutNothing(NOTHING, none)).isTrue();
    assertThat(plan.buckets(NOTHING, none)).hasSize(1);
    assertThat(plan.slices(NOTHING)).hasSize(2);
    IndexRows some = rows(text("b"), "2024-05-01");
    assertThat(plan.isAboutNothing(NOTHING, some)).isFalse();
    assertThat(plan.buckets(NOTHING, some)).hasSize(1);
  }

  @Test
  void writesNameTheEntriesOfTheirRows() {
    WritePlan insert = (WritePlan) route("INSERT INTO r (s, ts, v) VALUES ('a', 0, 1)");
    assertThat(insert.entries(NOTHING))
        .containsExactly(new BucketIndex.Entry(List.of(A), List.of(day("1970-01-01"))));
    WritePlan update =
        (WritePlan) route("UPDATE r SET v = 1 WHERE s IN ('a', 'b') AND ts IN (0, 1, 86400000)");
    assertThat(update.entries(NOTHING)).hasSize(4);
    WritePlan delete = (WritePlan) route("DELETE FROM r WHERE s = 'a' AND ts = 0");
    assertThat(delete.entries(NOTHING)).isEmpty();
    assertThat(delete.needsIndex()).isFalse();
  }

  @Test
  void aDeleteIsListedWithWhatTheBucketFills() {
    WritePlan delete = (WritePlan) route("DELETE FROM r WHERE s IN ('a', 'b') AND ts > 5");
    assertThat(delete.needsIndex()).isTrue();
    assertThat(delete.slices(NOTHING)).hasSize(2);
    assertThat(delete.target(NOTHING, rows(A, "2024-05-01", "2024-05-02"))).hasSize(2);
    assertThat(delete.target(NOTHING, IndexRows.of(Map.of()))).isEmpty();
    Map<List<ByteBuffer>, List<ListedDelete>> listed = delete.listed(NOTHING);
    assertThat(listed).containsOnlyKeys(List.of(A), List.of(text("b")));
    ListedDelete ofA = listed.get(List.of(A)).get(0);
    assertThat(ofA.cql()).isEqualTo("DELETE FROM ks.r2 WHERE s = ? AND ts > 5 AND day = ?");
    assertThat(ListedDelete.decode(ofA.cql(), ofA.encodedSlots())).isEqualTo(ofA);
    assertThat(ofA.fill(Map.of("day", day("2024-05-01"))))
        .containsExactly(Optional.of(A), Optional.of(day("2024-05-01")));
  }

  @Test
  void aClusteringColumnThatBecomesPartOfThePartitionIsListedInItsOrder() {
    KeyMapping byKind =
        new KeyMapping(
                "m",
                KeyMapping.FORMAT_VERSION,
                new TableShape("ks", "r", kinds(ColumnKind.CLUSTERING, 0)),
                new TableShape("ks", "r2", kinds(ColumnKind.PARTITION_KEY, 1)),
                Map.of())
            .indexed();
    ReadPlan plan = (ReadPlan) route("SELECT v FROM r WHERE s = 'a'", byKind);
    IndexRows rows =
        IndexRows.of(Map.of(List.of(A), List.of(List.of(text("y")), List.of(text("x")))));
    List<ReadPlan.Bucket> buckets = plan.buckets(NOTHING, rows);
    assertThat(buckets.get(0).statement())
        .isEqualTo(
            new BoundCql(
                "SELECT v FROM ks.r2 WHERE s = 'a' AND kind = ?",
                List.of(BoundValue.of(text("x")))));
    assertThat(buckets).hasSize(2);
    WritePlan delete = (WritePlan) route("DELETE FROM r WHERE s = 'a'", byKind);
    assertThat(delete.target(NOTHING, rows)).hasSize(2);
    assertThat(route("SELECT v FROM r WHERE s = 'a' AND kind > 'b'", byKind))
        .isInstanceOf(Routing.Refused.class);
    assertThat(
            ((ReadPlan) route("SELECT v FROM r WHERE s = 'a' AND kind = 'b'", byKind)).needsIndex())
        .isFalse();
  }

  private static List<ByteBuffer> days(List<ReadPlan.Bucket> buckets) {
    return buckets.stream()
        .map(b -> b.statement().values().get(b.statement().values().size() - 1).bytes().get())
        .toList();
  }

  private static IndexRows rows(ByteBuffer partition, String... days) {
    return IndexRows.of(
        Map.of(
            List.of(partition), java.util.Arrays.stream(days).map(d -> List.of(day(d))).toList()));
  }

  private Routing route(String text) {
    return route(text, byDay);
  }

  private static Routing route(String text, KeyMapping mapping) {
    return Router.route(text, CqlParser.parse(text), mapping, "ks");
  }

  private static KeyMapping byDay(String rule, boolean descending) {
    String type = rule.startsWith("date") ? "date" : "int";
    return new KeyMapping(
        "m",
        KeyMapping.FORMAT_VERSION,
        new TableShape(
            "ks",
            "r",
            List.of(
                new Column("s", "text", ColumnKind.PARTITION_KEY, 0, false),
                new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, descending),
                new Column("v", "int", ColumnKind.REGULAR, 0, false))),
        new TableShape(
            "ks",
            "r2",
            List.of(
                new Column("s", "text", ColumnKind.PARTITION_KEY, 0, false),
                new Column("day", type, ColumnKind.PARTITION_KEY, 1, false),
                new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, true),
                new Column("v", "int", ColumnKind.REGULAR, 0, false))),
        Map.of("day", Derivations.parse(rule)));
  }

  private static List<Column> kinds(ColumnKind kind, int position) {
    return List.of(
        new Column("s", "text", ColumnKind.PARTITION_KEY, 0, false),
        new Column("kind", "text", kind, position, false),
        new Column(
            "ts", "timestamp", ColumnKind.CLUSTERING, kind == ColumnKind.CLUSTERING ? 1 : 0, false),
        new Column("v", "int", ColumnKind.REGULAR, 0, false));
  }

  private static ByteBuffer text(String value) {
    return ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuffer day(String value) {
    return ByteBuffer.allocate(4)
        .putInt(0, (int) LocalDate.parse(value).toEpochDay() + Integer.MIN_VALUE);
  }

  private static final class FixedBindings implements Bindings {
    @Override
    public BoundValue marker(int index) {
      throw new IllegalArgumentException("no markers");
    }

    @Override
    public ByteBuffer evaluated(Hole.Evaluated call) {
      throw new IllegalArgumentException("no calls");
    }
  }
}
