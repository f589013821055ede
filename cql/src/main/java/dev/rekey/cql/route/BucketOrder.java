package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.TableShape;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The order in which buckets must be read so that their rows follow each other as the source's do:
 * partitions by the values of their key, then by the clustering columns from left to right.
 *
 * <p>A clustering column that is still free inside one bucket ends it: a bucket of a column behind
 * it would have to be merged with its neighbours, row by row.
 */
final class BucketOrder {
  private final KeyRestrictions restrictions;
  private final List<Axis> several;
  private final Set<String> split;
  private final boolean reversed;

  /**
   * @param reversed whether the source's clustering order is turned around
   */
  BucketOrder(
      KeyRestrictions restrictions, Expansion expansion, Set<String> split, boolean reversed) {
    this.restrictions = restrictions;
    this.split = split;
    this.reversed = reversed;
    this.several = expansion.axes().stream().filter(this::isSeveral).toList();
  }

  boolean areSeveral() {
    return !several.isEmpty() || !split.isEmpty();
  }

  /**
   * How two buckets compare by their computed columns.
   *
   * @param isComplete whether two buckets that compare equal are the same; otherwise their rows
   *     interleave
   */
  record Order(Comparator<Map<String, ByteBuffer>> comparator, boolean isComplete) {}

  /** Empty if values of a computed column cannot be compared here. */
  Optional<Order> over(TableShape source) {
    Comparator<Map<String, ByteBuffer>> order = (a, b) -> 0;
    int ordered = 0;
    boolean fixed = true;
    for (Column column : source.primaryKey()) {
      if (!fixed || restrictions.on(column.name()).equal().isPresent()) {
        continue;
      }
      for (Column bucket : buckets(column)) {
        Optional<Comparator<Map<String, ByteBuffer>>> next =
            by(bucket, isDescending(source, column));
        if (next.isEmpty()) {
          return Optional.empty();
        }
        order = order.thenComparing(next.get());
        ordered++;
      }
      fixed = split.contains(column.name());
    }
    return Optional.of(new Order(order, ordered == several.size() + split.size()));
  }

  /** Only clustering columns have a direction, and only they are turned by ORDER BY. */
  private boolean isDescending(TableShape source, Column column) {
    return source.clustering().contains(column) && column.descending() != reversed;
  }

  /** The computed columns that grow with a column: itself if split, or its buckets. */
  private List<Column> buckets(Column column) {
    if (split.contains(column.name())) {
      return List.of(column);
    }
    return several.stream()
        .filter(axis -> monotone(axis).filter(column.name()::equals).isPresent())
        .map(Axis::column)
        .toList();
  }

  private static Optional<Comparator<Map<String, ByteBuffer>>> by(
      Column column, boolean descending) {
    return TypeOrder.of(column.type())
        .map(values -> descending ? values.reversed() : values)
        .map(values -> Comparator.comparing(bucket -> bucket.get(column.name()), values));
  }

  private boolean isSeveral(Axis axis) {
    if (axis instanceof Axis.Derived derived) {
      return derived.rule().sources().stream()
          .anyMatch(source -> restrictions.on(source).equal().isEmpty() && !split.contains(source));
    }
    boolean isSplit =
        axis instanceof Axis.Indexed indexed && indexed.rule() instanceof Derivation.Copy;
    return !isSplit && (!(axis instanceof Axis.Every every) || every.rule().all().size() > 1);
  }

  /** The one column an axis never decreases with. */
  private static Optional<String> monotone(Axis axis) {
    if (axis instanceof Axis.Between between) {
      return Optional.of(between.rule().column());
    }
    if (axis instanceof Axis.Indexed indexed
        && indexed.rule() instanceof Derivation.Monotone monotone) {
      return Optional.of(monotone.column());
    }
    if (axis instanceof Axis.Derived derived
        && derived.rule() instanceof Derivation.Monotone monotone) {
      return Optional.of(monotone.column());
    }
    return Optional.empty();
  }
}
