package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.CqlType;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.InsertJson;
import dev.rekey.cql.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether an INSERT JSON can be mirrored: the target's computed columns are put into the object, so
 * they must follow from the source's primary key, which is all that is read out of it.
 */
final class JsonInserts {
  private final KeyMapping mapping;

  JsonInserts(KeyMapping mapping) {
    this.mapping = mapping;
  }

  Optional<Routing.Refused> refusal(InsertJson insert) {
    Set<String> key =
        mapping.source().primaryKey().stream().map(Column::name).collect(Collectors.toSet());
    for (Column column : mapping.derivedColumns()) {
      Derivation rule = mapping.rule(column.name());
      if (!key.containsAll(rule.sources())) {
        return refused("target column %s is not computed from the key alone", column);
      }
      if (!JsonScalars.isWritable(column.type())) {
        return refused("the value of target column %s has no certain form in JSON", column);
      }
    }
    boolean nullsStatics =
        insert.missingColumns() == InsertJson.MissingColumns.NULL
            && !mapping.source().statics().isEmpty();
    if (nullsStatics) {
      return Optional.of(Refusals.staticColumn(mapping.source().statics().get(0).name()));
    }
    return Optional.empty();
  }

  private static Optional<Routing.Refused> refused(String reason, Column column) {
    return Optional.of(
        new Routing.Refused(
            RefusalCode.INSERT_JSON,
            reason.formatted(column.name()),
            "name the columns: INSERT INTO … (…) VALUES (…)"));
  }

  /** Refuses what ValueChecks refuses of an INSERT that names its columns. */
  static void requireMirrored(JsonRow row, KeyMapping mapping) {
    for (JsonRow.Field field : row.fields()) {
      Optional<Column> column = mapping.source().column(field.column());
      if (column.isEmpty()) {
        throw new UnroutableException(
            RefusalCode.INSERT_JSON,
            "its JSON names %s, which is no column of %s"
                .formatted(field.column(), mapping.source().qualifiedName()),
            "name only columns of the table");
      }
      refusal(column.get(), mapping)
          .ifPresent(
              refused -> {
                throw new UnroutableException(refused.code(), refused.reason(), refused.remedy());
              });
    }
  }

  private static Optional<Routing.Refused> refusal(Column column, KeyMapping mapping) {
    String type = CqlType.parse(column.type()).name();
    if (mapping.source().statics().contains(column)) {
      return Optional.of(Refusals.staticColumn(column.name()));
    }
    if (type.equals("counter")) {
      return Optional.of(Refusals.counter(column.name()));
    }
    if (type.equals("list")) {
      return Optional.of(Refusals.list(column.name()));
    }
    return mapping.carrier(column.name()).isPresent()
        ? Optional.empty()
        : Optional.of(Refusals.notCarried(column.name()));
  }

  /** The key columns as markers behind the application's own; see {@link JsonBindings}. */
  KeyExpander expander(InsertJson insert, Terms terms, int limit) {
    List<KeyExpander.Input> inputs = new ArrayList<>();
    List<Column> key = mapping.source().primaryKey();
    for (int i = 0; i < key.size(); i++) {
      Term marker = new Term.Marker(firstKey(insert) + i, Optional.empty(), insert.span());
      inputs.add(new KeyExpander.Input(key.get(i), List.of(marker), Optional.empty(), false));
    }
    List<Axis> axes = new ArrayList<>();
    for (Column column : mapping.derivedColumns()) {
      axes.add(new Axis.Derived(column, mapping.rule(column.name())));
    }
    return new KeyExpander(mapping, terms, inputs, axes, limit);
  }

  /** The indexes of a child's markers are those of its batch. */
  static int firstKey(InsertJson insert) {
    return 1 + insert.markers().stream().mapToInt(Term.Marker::index).max().orElse(-1);
  }
}
