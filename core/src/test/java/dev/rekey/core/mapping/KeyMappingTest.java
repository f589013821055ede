package dev.rekey.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyMappingTest {
  private static final TableShape READINGS =
      new TableShape(
          "telemetry",
          "readings",
          List.of(
              new Column("sensor_id", "text", ColumnKind.PARTITION_KEY, 0, false),
              new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, false),
              new Column("value", "double", ColumnKind.REGULAR, 0, false)));

  private static TableShape byDay(String dayType) {
    return new TableShape(
        "telemetry",
        "readings_by_day",
        List.of(
            new Column("sensor_id", "text", ColumnKind.PARTITION_KEY, 0, false),
            new Column("day", dayType, ColumnKind.PARTITION_KEY, 1, false),
            new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, true),
            new Column("value", "double", ColumnKind.REGULAR, 0, false)));
  }

  private static KeyMapping mapping(TableShape target, Map<String, Derivation> rules) {
    return new KeyMapping("readings-by-day", KeyMapping.FORMAT_VERSION, READINGS, target, rules);
  }

  @Test
  void aBucketOfTheOldKeyIsClassA() {
    KeyMapping mapping = mapping(byDay("date"), Map.of("day", Derivations.parse("date(ts)")));
    assertThat(mapping.keyChange()).isEqualTo(KeyChange.A);
    assertThat(mapping.carrier("ts")).map(Column::name).contains("ts");
    assertThat(mapping.derivedColumns()).extracting(Column::name).containsExactly("day");
    assertThat(mapping.targetKey(column -> java.util.Optional.empty())).isEmpty();
  }

  @Test
  void aKeyThatLosesAColumnIsClassD() {
    TableShape latest =
        new TableShape(
            "telemetry",
            "latest",
            List.of(
                new Column("sensor_id", "text", ColumnKind.PARTITION_KEY, 0, false),
                new Column("ts", "timestamp", ColumnKind.REGULAR, 0, false)));
    assertThat(mapping(latest, Map.of()).keyChange()).isEqualTo(KeyChange.D);
  }

  @Test
  void aKeyFromARegularColumnIsClassB() {
    TableShape byValue =
        new TableShape(
            "telemetry",
            "by_value",
            List.of(
                new Column("value", "double", ColumnKind.PARTITION_KEY, 0, false),
                new Column("sensor_id", "text", ColumnKind.CLUSTERING, 0, false),
                new Column("ts", "timestamp", ColumnKind.CLUSTERING, 1, false)));
    assertThat(mapping(byValue, Map.of()).keyChange()).isEqualTo(KeyChange.B);
  }

  @Test
  void aRuleOfTheWrongTypeIsRefused() {
    assertThatThrownBy(
            () -> mapping(byDay("timestamp"), Map.of("day", Derivations.parse("date(ts)"))))
        .hasMessage("Cannot derive column day: date(ts) gives date, the column is timestamp");
  }

  @Test
  void aTargetColumnWithoutASourceIsRefused() {
    assertThatThrownBy(() -> mapping(byDay("date"), Map.of()))
        .hasMessageContaining("Cannot fill target column day");
  }

  @Test
  void theChecksumSeesKeyOrderAndRulesButNotTheOrderOfColumns() {
    KeyMapping mapping = mapping(byDay("date"), Map.of("day", Derivations.parse("date(ts)")));
    List<Column> reversed = new java.util.ArrayList<>(byDay("date").columns());
    java.util.Collections.reverse(reversed);
    TableShape shuffled = new TableShape("telemetry", "readings_by_day", reversed);
    assertThat(mapping(shuffled, mapping.rules()).checksum()).isEqualTo(mapping.checksum());
    KeyMapping renamed =
        new KeyMapping(
            "readings-by-day",
            1,
            READINGS,
            new TableShape("telemetry", "other", byDay("date").columns()),
            mapping.rules());
    assertThat(renamed.checksum()).isNotEqualTo(mapping.checksum());
  }

  @Test
  void typesKnowTheirCells() {
    assertThat(CqlType.parse("list<int>").isMultiCell()).isTrue();
    assertThat(CqlType.parse("frozen<list<int>>").isMultiCell()).isFalse();
    assertThat(CqlType.parse("address").isMultiCell()).isTrue();
    assertThat(CqlType.parse("frozen<address>").isMultiCell()).isFalse();
    assertThat(CqlType.parse("tuple<int, text>").isMultiCell()).isFalse();
    assertThat(CqlType.parse("vector<float, 3>").isMultiCell()).isFalse();
    assertThat(CqlType.parse("map<text, frozen<list<int>>>").parameters())
        .containsExactly("text", "frozen<list<int>>");
    assertThat(CqlType.same("varchar", "text")).isTrue();
  }

  @Test
  void namesAreQuotedOnlyWhereNeeded() {
    assertThat(Identifiers.quoteIfNeeded("sensor_id")).isEqualTo("sensor_id");
    assertThat(Identifiers.quoteIfNeeded("Id")).isEqualTo("\"Id\"");
    assertThat(Identifiers.quoteIfNeeded("order")).isEqualTo("\"order\"");
    assertThat(Identifiers.quoteIfNeeded("we\"ird")).isEqualTo("\"we\"\"ird\"");
  }
}
