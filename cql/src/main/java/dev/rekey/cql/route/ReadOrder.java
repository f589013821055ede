package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Select;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether rows read bucket after bucket come in the order the source would give, and how to ask
 * each bucket for them.
 *
 * @param severalBuckets whether more than one bucket may be asked
 * @param orderBy what ORDER BY each bucket needs, empty for its own order
 */
record ReadOrder(
    Optional<Routing.Refused> refusal,
    boolean severalBuckets,
    ReadPlan.Sequence sequence,
    String orderBy) {

  /**
   * @param split the columns whose list of values becomes one statement per value
   */
  static ReadOrder of(
      KeyMapping mapping,
      Select select,
      KeyRestrictions restrictions,
      Expansion expansion,
      Set<String> split) {
    boolean reversed = isReversed(mapping, select);
    List<Column> free =
        mapping.source().clustering().stream()
            .filter(column -> restrictions.on(column.name()).equal().isEmpty())
            .filter(column -> !split.contains(column.name()))
            .toList();
    Optional<String> within = orderWithin(mapping, restrictions, free, reversed, split);
    if (within.isEmpty()) {
      return refused("the target's clustering columns do not give the source's order of rows");
    }
    boolean partitions =
        mapping.source().partitionKey().stream().anyMatch(c -> split.contains(c.name()));
    BucketOrder buckets = new BucketOrder(restrictions, expansion, split, reversed);
    Optional<BucketOrder.Order> order = buckets.over(mapping.source());
    boolean descending = !free.isEmpty() && free.get(0).descending() != reversed;
    boolean one = free.size() == 1 && split.isEmpty();
    Optional<Comparator<ByteBuffer>> merge =
        order.isPresent() && order.get().isComplete() || !one
            ? Optional.empty()
            : merge(select, restrictions, free.get(0), descending);
    boolean inOrder =
        order.isPresent()
            && (order.get().isComplete() || merge.isPresent() || needsNone(select, buckets));
    if (!inOrder) {
      return refused("rows of several target partitions would have to be merged into order");
    }
    return new ReadOrder(
        Optional.empty(),
        buckets.areSeveral(),
        new ReadPlan.Sequence(
            one ? Optional.of(free.get(0).name()) : Optional.empty(),
            descending,
            order.get().comparator(),
            merge,
            partitions && select.orderBy().isPresent()),
        within.get());
  }

  /** Aggregates of buckets are put together in any order. */
  private static boolean needsNone(Select select, BucketOrder buckets) {
    return select.projection().hasAggregate() && buckets.areSeveral();
  }

  /**
   * Rows that interleave are merged by the one clustering column that tells them apart, from which
   * each page also goes on.
   */
  private static Optional<Comparator<ByteBuffer>> merge(
      Select select, KeyRestrictions restrictions, Column free, boolean descending) {
    boolean possible =
        restrictions.on(free.name()).inValues().isEmpty()
            && select.perPartitionLimit().isEmpty()
            && select.modes().isEmpty()
            && !Reads.mayAggregate(select);
    return possible
        ? TypeOrder.of(free.type()).map(order -> descending ? order.reversed() : order)
        : Optional.empty();
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
        new ReadPlan.Sequence(Optional.empty(), false, (a, b) -> 0, Optional.empty(), false),
        "");
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
      KeyMapping mapping,
      KeyRestrictions restrictions,
      List<Column> free,
      boolean reversed,
      Set<String> split) {
    List<Column> targetFree = new ArrayList<>();
    List<String> carried = new ArrayList<>();
    for (Column column : mapping.target().clustering()) {
      if (mapping.rule(column.name()) instanceof Derivation.Copy copy
          && restrictions.isKey(copy.column())
          && !split.contains(copy.column())
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
}
