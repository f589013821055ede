package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.cql.Term;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * How one aggregate over two sets of rows becomes that over both, exactly: counts and whole-number
 * sums are added, as the server does without looking at overflow; least and greatest values are
 * compared in the server's order. Averages and sums of fractions depend on more than their parts.
 */
public final class Merger {
  private static final Set<String> WHOLE_NUMBERS =
      Set.of("tinyint", "smallint", "int", "bigint", "counter");

  private final Optional<Comparator<ByteBuffer>> order;

  private Merger(Optional<Comparator<ByteBuffer>> order) {
    this.order = order;
  }

  /** The way for one selected term, if there is one. */
  static Optional<Merger> of(Term term, TableShape source) {
    if (term instanceof Term.CountRows) {
      return Optional.of(new Merger(Optional.empty()));
    }
    if (!(term instanceof Term.FunctionCall call)
        || !call.keyspace().map("system"::equals).orElse(true)) {
      return Optional.empty();
    }
    Optional<String> type =
        call.arguments().stream()
            .filter(Term.Column.class::isInstance)
            .findFirst()
            .flatMap(column -> source.column(((Term.Column) column).name()))
            .map(Column::type)
            .map(text -> text.toLowerCase(Locale.ROOT));
    return switch (call.name()) {
      case "count" -> Optional.of(new Merger(Optional.empty()));
      case "sum" -> type.filter(WHOLE_NUMBERS::contains).map(t -> new Merger(Optional.empty()));
      case "min" -> type.flatMap(TypeOrder::of).map(least -> new Merger(Optional.of(least)));
      case "max" ->
          type.flatMap(TypeOrder::of)
              .map(Comparator::reversed)
              .map(greatest -> new Merger(Optional.of(greatest)));
      default -> Optional.empty();
    };
  }

  /** The aggregate over both; empty is null, the aggregate of nothing. */
  public Optional<ByteBuffer> merge(Optional<ByteBuffer> left, Optional<ByteBuffer> right) {
    if (left.isEmpty() || right.isEmpty()) {
      return left.or(() -> right);
    }
    return Optional.of(
        order.isPresent()
            ? order.get().compare(left.get(), right.get()) <= 0 ? left.get() : right.get()
            : sum(left.get(), right.get()));
  }

  /** The aggregate over no rows, of the same type as that over some. */
  public Optional<ByteBuffer> ofNothing(Optional<ByteBuffer> some) {
    return order.isPresent()
        ? Optional.empty()
        : some.map(bytes -> ByteBuffer.allocate(bytes.remaining()));
  }

  private static ByteBuffer sum(ByteBuffer left, ByteBuffer right) {
    int bytes = left.remaining();
    ByteBuffer sum = ByteBuffer.allocate(bytes);
    int carried = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      int digit =
          Byte.toUnsignedInt(left.get(left.position() + i))
              + Byte.toUnsignedInt(right.get(right.position() + i))
              + carried;
      sum.put(i, (byte) digit);
      carried = digit >>> Byte.SIZE;
    }
    return sum;
  }
}
