package dev.rekey.cql.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.cql.CqlParser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Writes that are executed on one table only, and what the other may be told of them. */
final class OnceChecksTest {
  @Test
  void aConditionIsKeptForTheTargetAndNamesItsColumns() {
    WritePlan insert = (WritePlan) plain("INSERT INTO p (s, ts, v) VALUES (?, ?, ?) IF NOT EXISTS");
    assertThat(insert.isOnce()).isTrue();
    assertThat(insert.targetText())
        .isEqualTo("INSERT INTO ks.p2 (s, ts, w, day) VALUES (?, ?, ?, ?) IF NOT EXISTS");
    WritePlan update =
        (WritePlan) plain("UPDATE p SET v = ? WHERE s = ? AND ts = ? IF v = ? AND v IN (1, ?)");
    assertThat(update.targetText())
        .isEqualTo(
            "UPDATE ks.p2 SET w = ? WHERE s = ? AND ts = ? AND day = ? IF w = ? AND w IN (1, ?)");
    assertThat(update.change().columns()).containsExactly("v");
    assertThat(((WritePlan) plain("UPDATE p SET l = l + [1] WHERE s = 'a' AND ts = 0")).isOnce())
        .isTrue();
    assertThat(((WritePlan) plain("DELETE FROM p WHERE s = 'a' AND ts = 0")).deletesLists())
        .isTrue();
    assertThat(
            ((WritePlan) plain("DELETE FROM p WHERE s = 'a' AND ts > 0 AND ts < 9")).deletesLists())
        .isFalse();
    Routing several = plain("DELETE FROM p WHERE s = 'a' AND ts IN (0, 1) IF EXISTS");
    assertThat(((Routing.Refused) several).reason())
        .isEqualTo(
            "the server decides a condition row by row, and key column ts has no single value");
  }

  private static Routing plain(String cql) {
    List<Column> source =
        List.of(
            new Column("s", "text", ColumnKind.PARTITION_KEY, 0, false),
            new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, false),
            new Column("v", "int", ColumnKind.REGULAR, 0, false),
            new Column("l", "list<int>", ColumnKind.REGULAR, 1, false));
    List<Column> target =
        List.of(
            new Column("s", "text", ColumnKind.PARTITION_KEY, 0, false),
            new Column("day", "date", ColumnKind.PARTITION_KEY, 1, false),
            new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, false),
            new Column("w", "int", ColumnKind.REGULAR, 0, false),
            new Column("l", "list<int>", ColumnKind.REGULAR, 1, false));
    KeyMapping mapping =
        new KeyMapping(
            "plain",
            KeyMapping.FORMAT_VERSION,
            new TableShape("ks", "p", source),
            new TableShape("ks", "p2", target),
            Map.of("day", Derivations.parse("date(ts)"), "w", Derivations.parse("v")));
    return Router.route(cql, CqlParser.parse(cql), mapping, "ks");
  }
}
