package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Select;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether rows read bucket after bucket come in the order the source would give, and how to ask
 * each bucket for them.
 */
final class ReadOrder {
  private final Optional<Routing.Refused> refusal;
  private final boolean severalBuckets;
  private final ReadPlan.Sequence sequence;
  private final String orderBy;

  private ReadOrder(
      Optional<Routing.Refused> refusal,
      boolean severalBuckets,
      ReadPlan.Sequence sequence,
      String orderBy) {
    this.refusal = refusal;
    this.severalBuckets = severalBuckets;
    this.sequence = sequence;
    this.orderBy = orderBy;
  }

  Optional<Routing.Refused> refusal() {
    return refusal;
  }

  boolean severalBuckets() {
    return severalBuckets;
  }

  ReadPlan.Sequence sequence() {
    return sequence;
  }

  /** What ORDER BY each bucket needs, empty for its own order. */
  String orderBy() {
    return orderBy;
  }

  static ReadOrder of(
      KeyMapping mapping, Select select, KeyRestrictions restrictions, Expansion expansion) {
    List<Column> free = free(mapping, restrictions);
    boolean reversed = isReversed(mapping, select);
    Optional<String> within = orderWithin(mapping, restrictions, free, reversed);
    if (within.isEmpty()) {
      return refused("the target's clustering columns do not give the source's order of rows");
    }
    List<Column> several = severalValued(restrictions, expansion);
    Optional<Comparator<Map<String, ByteBuffer>>> order = comparator(several);
    if (order.isEmpty() || !followsFirst(free, restrictions, expansion)) {
      return refused("rows of several target partitions would have to be merged into order");
    }
    boolean descending = !free.isEmpty() && free.get(0).descending() != reversed;
    Optional<String> cursor = free.size() == 1 ? Optional.of(free.get(0).name()) : Optional.empty();
    return new ReadOrder(
        Optional.empty(),
        !several.isEmpty(),
        new ReadPlan.Sequence(cursor, descending, order.get()),
        within.get());
  }

  private static ReadOrder refused(String why) {
    Routing.Refused refusal =
        new Routing.Refused(
            RefusalCode.ORDER,
            why,
            "fix the leading clustering columns, or ask for one target partition at a time");
    return new ReadOrder(
        Optional.of(refusal),
        false,
        new ReadPlan.Sequence(Optional.empty(), false, (a, b) -> 0),
        "");
  }

  /** The source's clustering columns that may differ from row to row, in order. */
  private static List<Column> free(KeyMapping mapping, KeyRestrictions restrictions) {
    return mapping.source().clustering().stream()
        .filter(column -> restrictions.on(column.name()).equal().isEmpty())
        .toList();
  }

  private static boolean isReversed(KeyMapping mapping, Select select) {
    return select.orderBy().stream()
        .flatMap(clause -> clause.value().stream())
        .findFirst()
        .flatMap(
            first ->
                mapping
                    .source()
                    .column(first.column().name())
                    .map(c -> c.descending() != (first.direction() == Select.Direction.DESC)))
        .orElse(false);
  }

  /** The ORDER BY for one bucket; empty if none gives the source's order. */
  private static Optional<String> orderWithin(
      KeyMapping mapping, KeyRestrictions restrictions, List<Column> free, boolean reversed) {
    List<Column> targetFree = new ArrayList<>();
    List<String> carried = new ArrayList<>();
    for (Column column : mapping.target().clustering()) {
      if (mapping.rule(column.name()) instanceof Derivation.Copy copy
          && restrictions.isKey(copy.column())
          && restrictions.on(copy.column()).equal().isEmpty()) {
        targetFree.add(column);
        carried.add(copy.column());
      }
    }
    if (!carried.equals(free.stream().map(Column::name).toList())) {
      return Optional.empty();
    }
    boolean anyKept = false;
    boolean anyTurned = false;
    for (int i = 0; i < free.size(); i++) {
      boolean wanted = free.get(i).descending() != reversed;
      boolean kept = targetFree.get(i).descending() == wanted;
      anyKept |= kept;
      anyTurned |= !kept;
    }
    if (anyKept && anyTurned) {
      return Optional.empty();
    }
    return Optional.of(anyTurned ? turned(mapping.target().clustering(), targetFree) : "");
  }

  private static String turned(List<Column> clustering, List<Column> free) {
    int last = clustering.indexOf(free.get(free.size() - 1));
    return clustering.subList(0, last + 1).stream()
        .map(column -> column.cql() + (column.descending() ? " ASC" : " DESC"))
        .collect(Collectors.joining(", ", "ORDER BY ", ""));
  }

  /** The computed columns with more than one value. */
  private static List<Column> severalValued(KeyRestrictions restrictions, Expansion expansion) {
    return expansion.axes().stream()
        .filter(axis -> isSeveral(axis, restrictions))
        .map(KeyExpander.Axis::column)
        .toList();
  }

  private static boolean isSeveral(KeyExpander.Axis axis, KeyRestrictions restrictions) {
    if (axis instanceof KeyExpander.Axis.Derived derived) {
      return derived.rule().sources().stream()
          .anyMatch(source -> restrictions.on(source).equal().isEmpty());
    }
    return !(axis instanceof KeyExpander.Axis.Every every) || every.rule().all().size() > 1;
  }

  private static Optional<Comparator<Map<String, ByteBuffer>>> comparator(List<Column> several) {
    Comparator<Map<String, ByteBuffer>> order = (a, b) -> 0;
    for (Column column : several) {
      Optional<Comparator<ByteBuffer>> values = TypeOrder.of(column.type());
      if (values.isEmpty()) {
        return Optional.empty();
      }
      order = order.thenComparing(bucket -> bucket.get(column.name()), values.get());
    }
    return Optional.of(order);
  }

  /** Whether every bucket column grows with the column by which rows are ordered first. */
  private static boolean followsFirst(
      List<Column> free, KeyRestrictions restrictions, Expansion expansion) {
    for (KeyExpander.Axis axis : expansion.axes()) {
      if (!isSeveral(axis, restrictions)) {
        continue;
      }
      Optional<Derivation.Monotone> monotone = monotone(axis);
      if (monotone.isEmpty()
          || free.isEmpty()
          || !free.get(0).name().equals(monotone.get().column())) {
        return false;
      }
    }
    return true;
  }

  private static Optional<Derivation.Monotone> monotone(KeyExpander.Axis axis) {
    if (axis instanceof KeyExpander.Axis.Between between) {
      return Optional.of(between.rule());
    }
    if (axis instanceof KeyExpander.Axis.Derived derived
        && derived.rule() instanceof Derivation.Monotone monotone) {
      return Optional.of(monotone);
    }
    return Optional.empty();
  }
}
