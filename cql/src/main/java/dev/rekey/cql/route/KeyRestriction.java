package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.cql.InValues;
import dev.rekey.cql.Operator;
import dev.rekey.cql.Relation;
import dev.rekey.cql.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everything a WHERE says about one column of the source's primary key. */
final class KeyRestriction {
  private final Column column;
  private final List<Relation> relations = new ArrayList<>();
  private Optional<Term> equal = Optional.empty();
  private Optional<Relation.In> in = Optional.empty();
  private Optional<Bound> low = Optional.empty();
  private Optional<Bound> high = Optional.empty();

  /**
   * One end of a range.
   *
   * @param excluded whether the value itself is outside
   */
  record Bound(Term value, boolean excluded) {}

  KeyRestriction(Column column) {
    this.column = column;
  }

  Column column() {
    return column;
  }

  /** False if the relation cannot be combined with those already there, or is of another kind. */
  boolean add(Relation relation) {
    relations.add(relation);
    if (relation instanceof Relation.In values) {
      boolean first = relations.size() == 1;
      in = Optional.of(values);
      return first;
    }
    if (!(relation instanceof Relation.Compare compare)) {
      return false;
    }
    return switch (compare.operator()) {
      case EQ -> {
        equal = Optional.of(compare.value());
        yield relations.size() == 1;
      }
      case GT, GTE -> {
        boolean free = low.isEmpty() && equal.isEmpty() && in.isEmpty();
        low = Optional.of(new Bound(compare.value(), compare.operator() == Operator.GT));
        yield free;
      }
      case LT, LTE -> {
        boolean free = high.isEmpty() && equal.isEmpty() && in.isEmpty();
        high = Optional.of(new Bound(compare.value(), compare.operator() == Operator.LT));
        yield free;
      }
      case NEQ -> false;
    };
  }

  void equalTo(Term value) {
    equal = Optional.of(value);
  }

  Optional<Term> equal() {
    return equal;
  }

  Optional<InValues> inValues() {
    return in.map(Relation.In::values);
  }

  Optional<Relation.In> inRelation() {
    return in;
  }

  Optional<Bound> low() {
    return low;
  }

  Optional<Bound> high() {
    return high;
  }

  boolean isAbsent() {
    return relations.isEmpty() && equal.isEmpty();
  }

  /** One value or a list of values. */
  boolean isPoint() {
    return equal.isPresent() || in.isPresent();
  }

  boolean isRange() {
    return low.isPresent() || high.isPresent();
  }

  boolean isClosedRange() {
    return low.isPresent() && high.isPresent();
  }
}
