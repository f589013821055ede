package dev.rekey.cql.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.cql.CqlParser;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TimeUuidBoundsTest {
  /** One millisecond before 1970, for the only marker. */
  private static final Bindings BEFORE_1970 =
      new Bindings() {
        @Override
        public BoundValue marker(int index) {
          return BoundValue.of(ByteBuffer.allocate(8).putLong(0, -1));
        }

        @Override
        public ByteBuffer evaluated(Hole.Evaluated call) {
          throw new AssertionError("no call");
        }
      };

  @Test
  void boundsOfTimeUuidsListBucketsByTheirTime() {
    KeyMapping byTimeUuid =
        new KeyMapping(
            "m",
            KeyMapping.FORMAT_VERSION,
            new TableShape("ks", "r", timeUuidColumns(false)),
            new TableShape("ks", "r2", timeUuidColumns(true)),
            Map.of("day", Derivations.parse("date(id)")));
    String cql =
        "SELECT v FROM r WHERE s = 'a' AND id > maxTimeuuid(?) AND id < minTimeuuid('1970-01-02"
            + " 00:00:00Z')";
    ReadPlan plan = (ReadPlan) Router.route(cql, CqlParser.parse(cql), byTimeUuid, "ks");
    List<ReadPlan.Bucket> buckets = plan.buckets(BEFORE_1970);
    assertThat(buckets.stream().map(b -> b.statement().values().get(1)))
        .containsExactly(
            BoundValue.of(day("1969-12-31")),
            BoundValue.of(day("1970-01-01")),
            BoundValue.of(day("1970-01-02")));
    assertThat(plan.targetText())
        .isEqualTo(
            "SELECT v FROM ks.r2 WHERE s = 'a' AND id > maxTimeuuid(?) AND id <"
                + " minTimeuuid('1970-01-02 00:00:00Z') AND day = ?");
  }

  private static List<Column> timeUuidColumns(boolean target) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("s", "text", ColumnKind.PARTITION_KEY, 0, false));
    if (target) {
      columns.add(new Column("day", "date", ColumnKind.PARTITION_KEY, 1, false));
    }
    columns.add(new Column("id", "timeuuid", ColumnKind.CLUSTERING, 0, false));
    columns.add(new Column("v", "double", ColumnKind.REGULAR, 0, false));
    return columns;
  }

  private static ByteBuffer day(String date) {
    return ByteBuffer.allocate(4)
        .putInt(0, (int) (LocalDate.parse(date).toEpochDay() + (1L << 31)));
  }
}
