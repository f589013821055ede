package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.CqlType;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Assignment;
import dev.rekey.cql.ColumnTarget;
import dev.rekey.cql.Delete;
import dev.rekey.cql.Insert;
import dev.rekey.cql.Term;
import dev.rekey.cql.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether each value a write changes may be written twice, to two tables, and mean the same. */
final class ValueChecks {
  private final KeyMapping mapping;
  private final Calls calls;

  ValueChecks(KeyMapping mapping, Calls calls) {
    this.mapping = mapping;
    this.calls = calls;
  }

  Optional<Routing.Refused> check(Insert insert) {
    List<Optional<Routing.Refused>> answers = new ArrayList<>();
    int shared = Math.min(insert.columns().size(), insert.values().size());
    for (int i = 0; i < shared; i++) {
      String column = insert.columns().get(i).name();
      answers.add(column(column, Change.WRITES_ELEMENTS));
      answers.add(calls.collect(insert.values().get(i)));
    }
    return first(answers);
  }

  Optional<Routing.Refused> check(Update update) {
    List<Optional<Routing.Refused>> answers = new ArrayList<>();
    for (Assignment assignment : update.assignments()) {
      answers.add(column(assignment.column().name(), Change.WRITES_ELEMENTS));
      answers.add(calls.collect(assignment.value()));
      if (assignment instanceof Assignment.SetElement element) {
        answers.add(calls.collect(element.key()));
      }
    }
    return first(answers);
  }

  Optional<Routing.Refused> check(Delete delete) {
    List<Optional<Routing.Refused>> answers = new ArrayList<>();
    for (ColumnTarget deletion : delete.deletions()) {
      boolean whole = deletion instanceof ColumnTarget.Whole;
      answers.add(
          column(deletion.column().name(), whole ? Change.REMOVES_ALL : Change.WRITES_ELEMENTS));
      if (deletion instanceof ColumnTarget.Element element) {
        answers.add(calls.collect(element.key()));
      }
    }
    return first(answers);
  }

  Optional<Routing.Refused> check(List<Term> terms) {
    return first(terms.stream().map(calls::collect).toList());
  }

  private enum Change {
    REMOVES_ALL,
    WRITES_ELEMENTS
  }

  private Optional<Routing.Refused> column(String name, Change change) {
    Optional<Column> found = mapping.source().column(name);
    if (found.isEmpty()) {
      // The server refuses a column nobody has; one that only the target has would be written
      // there.
      return mapping.target().column(name).map(own -> Refusals.ownOfTarget(name));
    }
    Column column = found.get();
    if (column.kind() == ColumnKind.STATIC) {
      return Optional.of(Refusals.staticColumn(name));
    }
    CqlType type = CqlType.parse(column.type());
    if (type.name().equals("counter")) {
      return Optional.of(Refusals.counter(name));
    }
    boolean elements = type.name().equals("list") && change == Change.WRITES_ELEMENTS;
    if (elements && !OnceChecks.isRowByRow(mapping)) {
      return Optional.of(Refusals.list(name));
    }
    boolean kept = mapping.carrier(name).isPresent();
    return kept ? Optional.empty() : Optional.of(Refusals.notCarried(name));
  }

  private static Optional<Routing.Refused> first(List<Optional<Routing.Refused>> answers) {
    return answers.stream().flatMap(Optional::stream).findFirst();
  }
}
