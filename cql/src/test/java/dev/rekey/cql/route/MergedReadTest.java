package dev.rekey.cql.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.cql.CqlParser;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads over shards, whose rows interleave. */
final class MergedReadTest {
  private static final String RANGE = " FROM r WHERE s = 'a' AND ts >= 0 AND ts < 86400001";

  @Test
  void theShardsOfOneDayAreOneGroup() {
    ReadPlan plan = read("SELECT * " + RANGE, 2);
    List<ReadPlan.Bucket> buckets = plan.buckets(NONE);
    assertThat(buckets.stream().map(ReadPlan.Bucket::group)).containsExactly(0, 0, 1, 1);
    assertThat(buckets.stream().map(ReadPlan.Bucket::partition)).containsExactly(0, 0, 0, 0);
    assertThat(plan.mergeColumn()).hasValue(1);
    assertThat(plan.hidesLastColumn()).isFalse();
    assertThat(plan.merge().orElseThrow().compare(millis(-1), millis(1))).isNegative();
    ReadPlan descending = read("SELECT ts" + RANGE + " ORDER BY ts DESC", 2);
    assertThat(descending.merge().orElseThrow().compare(millis(-1), millis(1))).isPositive();
    ByteBuffer second = descending.buckets(NONE).get(0).statement().values().get(0).bytes().get();
    assertThat(second.getInt()).isEqualTo((int) (1 + (1L << 31)));
  }

  @Test
  void theOrderingColumnIsAddedWhereItIsNotShown() {
    ReadPlan plan = read("SELECT v AS w" + RANGE + " LIMIT 3", 2);
    assertThat(plan.targetText())
        .isEqualTo(
            "SELECT v AS w, at FROM ks.r2 WHERE s = 'a' AND at >= 0 AND at < 86400001 AND day = ?"
                + " AND bin = ? LIMIT 3");
    assertThat(plan.hidesLastColumn()).isTrue();
    assertThat(plan.mergeColumn()).hasValue(1);
    assertThat(plan.cursorColumn()).isEmpty();
    List<ReadPlan.Bucket> after =
        plan.bucketsAfter(millis(86_400_000), 2, NONE, IndexRows.NOT_ASKED);
    assertThat(after).hasSize(2);
    assertThat(after.get(0).statement().text())
        .isEqualTo(
            "SELECT v AS w, at FROM ks.r2 WHERE s = 'a' AND at > ? AND at < 86400001 AND day = ?"
                + " AND bin = ? LIMIT ?");
  }

  @Test
  void oneShardIsNotMergedAndAggregatesNeedNoOrder() {
    assertThat(read("SELECT v FROM r WHERE s = 'a' AND ts = 5", 4).merge()).isEmpty();
    assertThat(read("SELECT v FROM r WHERE s = 'a' AND ts IN (5, 6)", 4).buckets(NONE)).hasSize(2);
    ReadPlan counted = read("SELECT count(*)" + RANGE, 2);
    assertThat(counted.combination()).isEqualTo(ReadPlan.Combination.MERGED);
    assertThat(counted.merge()).isEmpty();
    assertThat(counted.buckets(NONE)).hasSize(4);
  }

  @Test
  void tooManyShardsAreRefused() {
    ReadPlan plan = read("SELECT v" + RANGE, 1_000);
    assertThatThrownBy(() -> plan.buckets(NONE))
        .isInstanceOf(UnroutableException.class)
        .hasMessageContaining("more than 256 target partitions");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT JSON v FROM r WHERE s = 'a' AND ts >= 0 AND ts < 9",
        "SELECT v FROM r WHERE s = 'a' AND ts >= 0 AND ts < 9 PER PARTITION LIMIT 2",
        "SELECT v FROM r WHERE s IN ('a', 'b') AND ts >= 0 AND ts < 9",
        "SELECT mine(v) FROM r WHERE s = 'a' AND ts >= 0 AND ts < 9"
      })
  void whatCannotBeMergedIsRefused(String cql) {
    assertThat(route(cql, 2))
        .isInstanceOfSatisfying(
            Routing.Refused.class,
            refused -> assertThat(refused.code()).isEqualTo(RefusalCode.ORDER));
  }

  private static ReadPlan read(String cql, int shards) {
    Routing routing = route(cql, shards);
    assertThat(routing).isInstanceOf(ReadPlan.class);
    return (ReadPlan) routing;
  }

  private static Routing route(String cql, int shards) {
    KeyMapping mapping =
        new KeyMapping(
            "m",
            KeyMapping.FORMAT_VERSION,
            new TableShape("ks", "r", columns("ts", false)),
            new TableShape("ks", "r2", columns("at", true)),
            Map.of(
                "day", Derivations.parse("date(ts)"),
                "bin", Derivations.parse("shard(ts, " + shards + ")"),
                "at", Derivations.parse("ts")));
    return Router.route(cql, CqlParser.parse(cql), mapping, "ks");
  }

  private static List<Column> columns(String time, boolean target) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("s", "text", ColumnKind.PARTITION_KEY, 0, false));
    if (target) {
      columns.add(new Column("day", "date", ColumnKind.PARTITION_KEY, 1, false));
      columns.add(new Column("bin", "int", ColumnKind.PARTITION_KEY, 2, false));
    }
    columns.add(new Column(time, "timestamp", ColumnKind.CLUSTERING, 0, false));
    columns.add(new Column("v", "double", ColumnKind.REGULAR, 0, false));
    return columns;
  }

  private static final Bindings NONE =
      new Bindings() {
        @Override
        public BoundValue marker(int index) {
          throw new AssertionError("no marker");
        }

        @Override
        public ByteBuffer evaluated(Hole.Evaluated call) {
          throw new AssertionError("no call");
        }
      };

  private static ByteBuffer millis(long millis) {
    return ByteBuffer.allocate(8).putLong(0, millis);
  }
}
