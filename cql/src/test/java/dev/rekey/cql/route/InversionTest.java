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

/** Statements that name the target {@code ks.t}, said of the source {@code ks.r}. */
final class InversionTest {
  private final KeyMapping mapping =
      new KeyMapping(
          "m",
          KeyMapping.FORMAT_VERSION,
          new TableShape("ks", "r", columns(false)),
          new TableShape("ks", "t", columns(true)),
          Map.of(
              "day",
              Derivations.parse("date(ts)"),
              "kind",
              Derivations.parse("constant('')"),
              "amount",
              Derivations.parse("\"Value\""),
              "labels",
              Derivations.parse("tags")));

  private static List<Column> columns(boolean target) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("s", "text", ColumnKind.PARTITION_KEY, 0, false));
    if (target) {
      columns.add(new Column("day", "date", ColumnKind.PARTITION_KEY, 1, false));
      columns.add(new Column("kind", "text", ColumnKind.CLUSTERING, 0, false));
    }
    columns.add(new Column("ts", "timestamp", ColumnKind.CLUSTERING, 1, target));
    columns.add(new Column(target ? "amount" : "Value", "double", ColumnKind.REGULAR, 0, false));
    columns.add(new Column(target ? "labels" : "tags", "set<text>", ColumnKind.REGULAR, 1, false));
    return columns;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "INSERT INTO t (s, day, kind, ts, amount) VALUES ('a', '1970-01-01', '', ?, 1.5) USING TTL 9"
            + "|INSERT INTO ks.r (s, ts, \"Value\") VALUES ('a', ?, 1.5) USING TTL 9",
        "UPDATE t USING TTL 9 SET amount = ?, labels += {'x'} WHERE s = 'a' AND day = '1970-01-01' AND"
            + " kind = '' AND ts = 5"
            + "|UPDATE ks.r USING TTL 9 SET \"Value\" = ?, tags = tags + {'x'} WHERE s = 'a' AND ts = 5",
        "UPDATE t SET labels = {'x'} + labels, labels = labels - {'y'} WHERE s = 'a' AND day ="
            + " '1970-01-01' AND kind = '' AND ts = 5"
            + "|UPDATE ks.r SET tags = {'x'} + tags, tags = tags - {'y'} WHERE s = 'a' AND ts = 5",
        "DELETE amount, labels['x'] FROM t WHERE s = 'a' AND day = '1970-01-01' AND kind = '' AND ts = 5"
            + "|DELETE \"Value\", tags['x'] FROM ks.r WHERE s = 'a' AND ts = 5",
        "DELETE FROM t WHERE s = 'a' AND day = '1970-01-01' AND kind = ''"
            + "|DELETE FROM ks.r WHERE s = 'a' AND ts >= ? AND ts <= ?",
        "SELECT amount, day, writetime(amount) FROM t WHERE s = 'a' AND day = '1970-01-01' AND kind ="
            + " '' AND ts < 7 LIMIT 3"
            + "|SELECT \"Value\", ts, writetime(\"Value\") FROM ks.r WHERE s = 'a' AND ts >= ? AND ts"
            + " <= ? ORDER BY ts DESC LIMIT 3",
        "SELECT ts FROM t WHERE s = 'a' AND day = '1970-01-01' ORDER BY kind DESC, ts ASC"
            + "|SELECT ts FROM ks.r WHERE s = 'a' AND ts >= ? AND ts <= ?",
        "SELECT kind FROM t WHERE s = 'a' AND day = '1970-01-01' AND ts = 5"
            + "|SELECT ts FROM ks.r WHERE s = 'a' AND ts = 5",
        "SELECT kind FROM t WHERE s = 'a' AND day = '1970-01-01'"
            + "|SELECT s FROM ks.r WHERE s = 'a' AND ts >= ? AND ts <= ? ORDER BY ts DESC",
        "SELECT count(*) FROM t WHERE s = 'a' AND day = '1970-01-01'"
            + "|SELECT count(*) FROM ks.r WHERE s = 'a' AND ts >= ? AND ts <= ?"
      })
  void isTheSameStatementOnTheSource(String cql, String source) {
    assertThat(route(cql)).isInstanceOf(InversePlan.class);
    assertThat(plan(cql).sourceText().strip().replaceAll(" +", " ")).isEqualTo(source);
  }

  @Test
  void aRenamedCollectionIsRenamedInBothPlacesOnTheTarget() {
    WritePlan plan = (WritePlan) route("UPDATE r SET tags = tags - {'x'} WHERE s = 'a' AND ts = 5");
    assertThat(plan.targetText())
        .startsWith("UPDATE ks.t SET labels = labels - {'x'} WHERE s = 'a' AND ts = 5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "only when|INSERT INTO t (s, kind, ts) VALUES ('a', '', 5)|key column day",
        "lwt|UPDATE t SET amount = 1 WHERE s = 'a' AND day = 0 AND kind = '' AND ts = 5 IF EXISTS|IF is",
        "json|INSERT INTO t JSON '{}'|INSERT JSON",
        "list of days|SELECT * FROM t WHERE s = 'a' AND day IN (1, 2)|day, which is computed",
        "written alone|UPDATE t SET day = 1 WHERE s = 'a' AND ts = 5|computed",
        "function|INSERT INTO t (s, day, kind, ts) VALUES ('a', toDate(now()), '', toTimestamp(now()))"
            + "|cannot be computed",
        "order|SELECT * FROM t WHERE s IN ('a', 'b') AND day = 1|order",
        "whole|SELECT * FROM t|whole tables"
      })
  void whatCannotBeSaidOfTheSourceIsRefused(String what, String cql, String reason) {
    assertThat(route(cql)).as(what).isInstanceOf(Routing.Refused.class);
    Routing.Refused refused = (Routing.Refused) route(cql);
    assertThat(refused.code()).isEqualTo(RefusalCode.TARGET_NAMED);
    assertThat(refused.reason()).contains("it names ks.t, which migration m fills", reason);
  }

  @Test
  void aComputedValueMustBeWhatTheRuleGives() {
    InversePlan insert = plan("INSERT INTO t (s, day, kind, ts) VALUES (?, ?, ?, ?)");
    ByteBuffer at = timestamp("2024-05-01T23:59:59.999Z");
    assertThat(insert.source(bound(text("a"), day("2024-05-01"), text(""), at)).values())
        .containsExactly(BoundValue.of(text("a")), BoundValue.of(at));
    assertThatThrownBy(() -> insert.source(bound(text("a"), day("2024-05-02"), text(""), at)))
        .isInstanceOf(UnroutableException.class)
        .hasMessageContaining("for column day of the target, which is date(ts)");
    assertThatThrownBy(() -> insert.source(bound(text("a"), day("2024-05-01"), text("x"), at)))
        .isInstanceOf(UnroutableException.class)
        .hasMessageContaining("for column kind of the target, which is constant('')");
    InversePlan update =
        plan("UPDATE t SET amount = 1 WHERE s = ? AND day = ? AND kind = '' AND ts IN (?, ?)");
    assertThatThrownBy(
            () ->
                update.source(
                    bound(text("a"), day("2024-05-01"), at, timestamp("2024-05-02T00:00:00Z"))))
        .isInstanceOf(UnroutableException.class)
        .hasMessageContaining("column day");
  }

  /** A day is a range of the source, cut with the range that was asked for. */
  @Test
  void aBucketBecomesARange() {
    InversePlan read =
        plan("SELECT * FROM t WHERE s = 'a' AND day = ? AND kind = '' AND ts > ? AND ts <= ?");
    assertThat(
            read.source(
                    bound(
                        day("2024-05-01"),
                        timestamp("2024-05-01T12:00:00Z"),
                        timestamp("2024-06-01T00:00:00Z")))
                .values())
        .containsExactly(
            BoundValue.of(timestamp("2024-05-01T12:00:00.001Z")),
            BoundValue.of(timestamp("2024-05-01T23:59:59.999Z")));
  }

  @Test
  void rowsAreShownAsTheTargetHasThem() {
    InversePlan read =
        plan("SELECT day, amount, kind FROM t WHERE s = 'a' AND day = ? AND kind = ?");
    // The source answers with the amount, then with the time the day is computed from.
    List<Optional<ByteBuffer>> row =
        List.of(Optional.of(text("12345678")), Optional.of(timestamp("2024-05-01T01:00:00Z")));
    assertThat(read.row(ordered(read, row), bound(day("2024-05-01"), text(""))))
        .contains(
            List.of(
                Optional.of(day("2024-05-01")),
                Optional.of(text("12345678")),
                Optional.of(text(""))));
    assertThat(read.row(ordered(read, row), bound(day("2024-05-01"), text("none")))).isEmpty();
  }

  private static InversePlan.SourceRow ordered(
      InversePlan plan, List<Optional<ByteBuffer>> amountThenTime) {
    boolean timeFirst = plan.sourceText().startsWith("SELECT ts");
    return place -> amountThenTime.get(timeFirst ? 1 - place : place);
  }

  private InversePlan plan(String cql) {
    return (InversePlan) route(cql);
  }

  private Routing route(String cql) {
    return Router.route(cql, CqlParser.parse(cql), mapping, "ks");
  }

  private static Bindings bound(ByteBuffer... values) {
    return new Bindings() {
      @Override
      public BoundValue marker(int index) {
        return BoundValue.of(values[index]);
      }

      @Override
      public ByteBuffer evaluated(Hole.Evaluated call) {
        throw new AssertionError("evaluated " + call);
      }
    };
  }

  private static ByteBuffer text(String value) {
    return ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuffer timestamp(String instant) {
    return ByteBuffer.allocate(8).putLong(0, Instant.parse(instant).toEpochMilli());
  }

  private static ByteBuffer day(String date) {
    return ByteBuffer.allocate(4)
        .putInt(0, (int) (LocalDate.parse(date).toEpochDay() + (1L << 31)));
  }
}
