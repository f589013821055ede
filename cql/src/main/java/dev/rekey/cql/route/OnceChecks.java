package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.CqlType;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyChange;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Assignment;
import dev.rekey.cql.ColumnTarget;
import dev.rekey.cql.Conditions;
import dev.rekey.cql.Conditions.Condition;
import dev.rekey.cql.Delete;
import dev.rekey.cql.Identifier;
import dev.rekey.cql.InValues;
import dev.rekey.cql.Insert;
import dev.rekey.cql.InsertJson;
import dev.rekey.cql.Modification;
import dev.rekey.cql.Term;
import dev.rekey.cql.Update;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes that are executed once, on one table, whose row is then copied to the other: whether they
 * can be, and what they change.
 */
final class OnceChecks {
  private final KeyMapping mapping;
  private final Calls calls;

  OnceChecks(KeyMapping mapping, Calls calls) {
    this.mapping = mapping;
    this.calls = calls;
  }

  /** Before anything else is known of the statement. */
  Optional<Routing.Refused> check(Modification write) {
    if (!write.conditions().present()) {
      return Optional.empty();
    }
    for (Condition condition : write.conditions().conditions()) {
      String name = condition.target().column().name();
      Optional<Column> column = mapping.source().column(name);
      if (column.filter(c -> c.kind() == ColumnKind.STATIC).isPresent()) {
        return Optional.of(Refusals.conditionOnStatic(name));
      }
      if (column.isEmpty() || mapping.carrier(name).isEmpty()) {
        return Optional.of(Refusals.notCarried(name));
      }
      for (Term term : terms(condition)) {
        Optional<Routing.Refused> called = calls.collect(term);
        if (called.isPresent()) {
          return called;
        }
      }
    }
    return rowByRow();
  }

  private Optional<Routing.Refused> rowByRow() {
    return isRowByRow(mapping) ? Optional.empty() : Optional.of(Refusals.notRowByRow());
  }

  /** Whether a row of the source is one row of the target, with nothing else in it. */
  static boolean isRowByRow(KeyMapping mapping) {
    return mapping.keyChange() == KeyChange.A
        && mapping.source().statics().isEmpty()
        && mapping.target().regulars().stream()
            .allMatch(column -> mapping.rule(column.name()) instanceof Derivation.Copy);
  }

  /** A condition is about one row. */
  static Optional<Routing.Refused> oneRow(Modification write, KeyRestrictions restrictions) {
    if (!write.conditions().present()) {
      return Optional.empty();
    }
    return restrictions.all().stream()
        .filter(restriction -> restriction.column().kind().isKey())
        .filter(restriction -> restriction.equal().isEmpty())
        .map(restriction -> Refusals.conditionOnSeveralRows(restriction.column().name()))
        .findFirst();
  }

  WritePlan.Change change(Modification write, WritePlan.Verb verb) {
    Set<String> named = named(write);
    boolean lists =
        !wholeRow(write)
            && !(write instanceof InsertJson)
            && named.stream()
                .flatMap(name -> mapping.source().column(name).stream())
                .anyMatch(OnceChecks::isList);
    return new WritePlan.Change(verb, write.conditions().present(), lists, wholeRow(write), named);
  }

  static boolean isList(Column column) {
    return CqlType.parse(column.type()).name().equals("list");
  }

  private static boolean wholeRow(Modification write) {
    return write instanceof Delete delete && delete.deletions().isEmpty();
  }

  private Set<String> named(Modification write) {
    Set<String> names = new LinkedHashSet<>();
    if (write instanceof Insert insert) {
      insert.columns().stream().map(Identifier::name).forEach(names::add);
    } else if (write instanceof Update update) {
      update.assignments().stream()
          .map(Assignment::column)
          .map(Identifier::name)
          .forEach(names::add);
    } else if (write instanceof Delete delete && !delete.deletions().isEmpty()) {
      delete.deletions().stream()
          .map(ColumnTarget::column)
          .map(Identifier::name)
          .forEach(names::add);
    } else {
      mapping.source().regulars().forEach(column -> names.add(column.name()));
    }
    names.removeIf(
        name -> mapping.source().regulars().stream().noneMatch(c -> c.name().equals(name)));
    return names;
  }

  private static List<Term> terms(Condition condition) {
    List<Term> terms = new ArrayList<>();
    if (condition.target() instanceof ColumnTarget.Element element) {
      terms.add(element.key());
    }
    if (condition instanceof Conditions.Compare compare) {
      terms.add(compare.value());
    } else if (condition instanceof Conditions.In in) {
      InValues values = in.values();
      terms.addAll(values.terms());
    } else if (condition instanceof Conditions.Contains contains) {
      terms.add(contains.value());
    } else if (condition instanceof Conditions.ContainsKey contains) {
      terms.add(contains.value());
    }
    return terms;
  }
}
