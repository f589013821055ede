package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.Values;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the bucket index is to be asked for by one execution of a statement. */
final class IndexSlices {
  private final KeyExpander expander;
  private final IndexUse index;

  IndexSlices(KeyExpander expander, IndexUse index) {
    this.expander = expander;
    this.index = index;
  }

  /** One end of a range, and in which direction its inside lies. */
  private enum End {
    LOW(1),
    HIGH(-1);

    private final int inwards;

    End(int inwards) {
      this.inwards = inwards;
    }
  }

  /** One slice for each partition of the source, without repetition. */
  List<IndexSlice> of(Bindings bindings) {
    Set<IndexSlice> slices = new LinkedHashSet<>();
    for (Map<String, ByteBuffer> key : expander.keys(bindings)) {
      slices.add(
          new IndexSlice(index.partition(key), end(End.LOW, bindings), end(End.HIGH, bindings)));
    }
    return List.copyOf(slices);
  }

  private Optional<ByteBuffer> end(End end, Bindings bindings) {
    Optional<Axis> first = expander.axes().stream().filter(index::isFirst).findFirst();
    if (first.isEmpty()) {
      return Optional.empty();
    }
    if (first.get() instanceof Axis.Between range) {
      ByteBuffer value =
          end == End.LOW ? expander.low(range, bindings) : expander.high(range, bindings);
      return bucket((Derivation) range.rule(), range.input(), value);
    }
    if (!(first.get() instanceof Axis.Indexed indexed)) {
      return Optional.empty();
    }
    return (end == End.LOW ? indexed.low() : indexed.high())
        .map(bound -> expander.bound(indexed.input(), bound, end.inwards, bindings))
        .flatMap(value -> bucket(indexed.rule(), indexed.input(), value));
  }

  private static Optional<ByteBuffer> bucket(Derivation rule, Column input, ByteBuffer value) {
    try {
      return rule.apply(Values.of(Map.of(input.name(), value)));
    } catch (IllegalArgumentException e) {
      throw KeyExpander.unmappable(e);
    }
  }
}
