package dev.rekey.orchestrator.plan;

import dev.rekey.cql.Operator;
import dev.rekey.cql.Relation;
import dev.rekey.cql.Where;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which columns a WHERE fixes to one value, to several, or to a range. */
final class Restrictions {

  private final Set<String> equal = new HashSet<>();
  private final Set<String> listed = new HashSet<>();
  private final Set<String> below = new HashSet<>();
  private final Set<String> above = new HashSet<>();
  private final Map<String, String> texts = new HashMap<>();
  private Optional<String> unsupported = Optional.empty();

  private Restrictions() {}

  static Restrictions of(Where where) {
    Restrictions restrictions = new Restrictions();
    where.relations().forEach(restrictions::take);
    return restrictions;
  }

  private void take(Relation relation) {
    if (relation instanceof Relation.Compare compare) {
      String column = compare.column().name();
      switch (compare.operator()) {
        case EQ -> equal.add(column);
        case LT, LTE -> below.add(column);
        case GT, GTE -> above.add(column);
        case NEQ -> unsupported = Optional.of("!= on " + column);
      }
      text(column, compare.operator().sign());
    } else if (relation instanceof Relation.In in) {
      listed.add(in.column().name());
      text(in.column().name(), "IN");
    } else if (relation instanceof Relation.CompareTuple tuple
        && tuple.operator() != Operator.NEQ) {
      unsupported = Optional.of("a comparison of several columns at once");
    } else {
      unsupported = Optional.of("a restriction other than =, IN, <, <=, >, >=");
    }
  }

  private void text(String column, String sign) {
    texts.merge(column, sign, (before, more) -> before + " " + more);
  }

  /** A kind of restriction the planner does not follow. */
  Optional<String> unsupported() {
    return unsupported;
  }

  boolean fixed(String column) {
    return equal.contains(column) || listed.contains(column);
  }

  boolean listed(String column) {
    return listed.contains(column);
  }

  boolean boundedRange(String column) {
    return below.contains(column) && above.contains(column);
  }

  boolean restricted(String column) {
    return texts.containsKey(column);
  }

  /** {@code ts >= <}; empty if the column is free. */
  String text(String column) {
    return restricted(column) ? column + " " + texts.get(column) : "";
  }

  Set<String> columns() {
    return texts.keySet();
  }
}
