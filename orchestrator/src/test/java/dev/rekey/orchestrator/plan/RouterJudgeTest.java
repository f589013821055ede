package dev.rekey.orchestrator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.orchestrator.spec.SpecStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RouterJudgeTest {
  private final KeyMapping byDay =
      new KeyMapping(
          "m",
          KeyMapping.FORMAT_VERSION,
          new TableShape("ks", "r", columns(false)),
          new TableShape("ks", "r2", columns(true)),
          Map.of("day", Derivations.parse("date(ts)")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PASS|SELECT v FROM r WHERE s IN ? AND ts >= ? AND ts < ?",
        "PASS|SELECT count(*), max(ts) FROM r WHERE s = ? AND ts >= ? AND ts < ?",
        "PASS|SELECT avg(v) FROM r WHERE s = ? AND ts = ?",
        "WARN|SELECT avg(v) FROM r WHERE s = ? AND ts >= ? AND ts < ?",
        "REFUSE|SELECT v FROM r WHERE s = ? AND ts >= ?",
        "PASS|INSERT INTO r JSON ?"
      })
  void thePlanSaysWhatTheInterceptorWillDo(Verdict.Level level, String cql) {
    SpecStatement statement = new SpecStatement("Q1", cql, Optional.empty(), "LOCAL_QUORUM");
    Verdict verdict = new RouterJudge().judge(statement, byDay).verdict();
    assertThat(verdict.level()).isEqualTo(level);
    assertThat(verdict.id()).isEqualTo("Q1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WARN|SELECT v FROM r WHERE s = ? AND ts >= ?",
        "WARN|SELECT v FROM r WHERE s = ?",
        "WARN|DELETE FROM r WHERE s = ?",
        "PASS|SELECT v FROM r WHERE s IN ? AND ts >= ? AND ts < ?",
        "REFUSE|SELECT v FROM r"
      })
  void withABucketIndexOpenStatementsAreServedWithAWarning(Verdict.Level level, String cql) {
    SpecStatement statement = new SpecStatement("Q1", cql, Optional.empty(), "LOCAL_QUORUM");
    AccessPattern pattern = new RouterJudge().judge(statement, byDay.indexed());
    assertThat(pattern.verdict().level()).isEqualTo(level);
  }

  private static List<Column> columns(boolean target) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("s", "text", ColumnKind.PARTITION_KEY, 0, false));
    if (target) {
      columns.add(new Column("day", "date", ColumnKind.PARTITION_KEY, 1, false));
    }
    columns.add(new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, false));
    columns.add(new Column("v", "double", ColumnKind.REGULAR, 0, false));
    return columns;
  }
}
