package dev.rekey.backfill;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Which columns of the two tables correspond, and how each can be copied exactly.
 *
 * @param values the value columns both tables have
 * @param slots where their cells go, in the order the cells are numbered
 */
record CopyPlan(
    KeyMapping mapping, ElementTimes elementTimes, List<ValueColumn> values, List<Slot> slots) {

  CopyPlan {
    values = List.copyOf(values);
    slots = List.copyOf(slots);
  }

  /**
   * Plans the copy of a mapping.
   *
   * @param userTypeFields the field names of a user type, given the type's CQL text
   * @throws BackfillRefusedException naming every column that cannot be copied exactly
   */
  static CopyPlan of(
      KeyMapping mapping,
      ElementTimes elementTimes,
      Function<String, List<String>> userTypeFields) {
    List<String> refusals = new ArrayList<>();
    List<ValueColumn> values = new ArrayList<>();
    for (Column column : mapping.source().columns()) {
      refusal(column).ifPresent(refusals::add);
    }
    for (Column column : mapping.target().columns()) {
      if (!column.kind().isKey()) {
        refusal(mapping, column).ifPresent(refusals::add);
        if (refusals.isEmpty()) {
          values.add(valueColumn(mapping, column, userTypeFields));
        }
      }
    }
    if (!refusals.isEmpty()) {
      throw new BackfillRefusedException(
          "Cannot copy %s to %s exactly: %s. Run `rekey plan` for the ways out."
              .formatted(
                  mapping.source().qualifiedName(),
                  mapping.target().qualifiedName(),
                  String.join("; ", refusals)));
    }
    return new CopyPlan(mapping, elementTimes, values, slots(values));
  }

  private static Optional<String> refusal(Column source) {
    String refusal =
        switch (CellForm.of(source.type())) {
          case COUNTER -> "column %s is a counter, whose increments cannot be replayed";
          case LIST -> "column %s is a non-frozen list, whose element paths cannot be written";
          case ATOMIC, SET, MAP, USER_TYPE ->
              source.kind() == ColumnKind.STATIC
                  ? "column %s is static, and one partition may become several"
                  : "";
        };
    return refusal.isEmpty() ? Optional.empty() : Optional.of(refusal.formatted(source.name()));
  }

  private static Optional<String> refusal(KeyMapping mapping, Column target) {
    Derivation rule = mapping.rule(target.name());
    if (!(rule instanceof Derivation.Copy copy)) {
      return Optional.of(
          "target column %s is derived (%s) but no part of the key, so its writetime is unknown"
              .formatted(target.name(), rule.expression()));
    }
    Column source = mapping.source().requireColumn(copy.column());
    if (source.kind().isKey()) {
      return Optional.of(
          "target column %s takes key column %s, which has no writetime"
              .formatted(target.name(), source.name()));
    }
    return Optional.empty();
  }

  private static ValueColumn valueColumn(
      KeyMapping mapping, Column target, Function<String, List<String>> userTypeFields) {
    String source = mapping.rule(target.name()).sources().get(0);
    CellForm form = CellForm.of(target.type());
    List<String> fields =
        form == CellForm.USER_TYPE ? userTypeFields.apply(target.type()) : List.of();
    return new ValueColumn(source, target.name(), target.type(), form, fields);
  }

  private static List<Slot> slots(List<ValueColumn> values) {
    List<Slot> slots = new ArrayList<>();
    for (ValueColumn value : values) {
      if (value.form() == CellForm.USER_TYPE) {
        value
            .fields()
            .forEach(f -> slots.add(new Slot(value.target(), Optional.of(f), value.form())));
      } else {
        slots.add(new Slot(value.target(), Optional.empty(), value.form()));
      }
    }
    return slots;
  }

  /** Source columns whose values go nowhere, because the target has no place for them. */
  List<String> leftBehind() {
    Set<String> used = new LinkedHashSet<>();
    mapping.target().columns().forEach(c -> used.addAll(mapping.rule(c.name()).sources()));
    return mapping.source().columns().stream()
        .map(Column::name)
        .filter(name -> !used.contains(name))
        .toList();
  }

  /** Reads the source: its key, what else the key rules read, and the carried values. */
  TableReader sourceReader() {
    Set<String> inputs = new LinkedHashSet<>();
    mapping.source().primaryKey().forEach(c -> inputs.add(c.name()));
    for (Column column : mapping.target().primaryKey()) {
      inputs.addAll(mapping.rule(column.name()).sources());
    }
    return new TableReader(
        mapping.source(), List.copyOf(inputs), columns(ValueColumn::source), elementTimes);
  }

  /** Reads the target: its key and the carried values, cells numbered as in the source. */
  TableReader targetReader() {
    List<String> inputs = mapping.target().primaryKey().stream().map(Column::name).toList();
    return new TableReader(mapping.target(), inputs, columns(ValueColumn::target), elementTimes);
  }

  private List<ReadColumn> columns(Function<ValueColumn, String> name) {
    List<ReadColumn> columns = new ArrayList<>();
    int slot = 0;
    for (ValueColumn value : values) {
      columns.add(new ReadColumn(name.apply(value), value.form(), slot, value.fields().size()));
      slot += value.form() == CellForm.USER_TYPE ? value.fields().size() : 1;
    }
    return columns;
  }
}
