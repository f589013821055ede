package dev.rekey.cql.route;

import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TooManyBucketsException;
import dev.rekey.core.mapping.Values;
import dev.rekey.cql.Term;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * From the key values of one execution to the computed columns of each target statement it becomes:
 * one statement for a full key, one per bucket for a range or a list.
 */
final class KeyExpander {

  /** A source key column with its value or values. */
  record Input(Column column, List<Term> values, Optional<Term.Marker> list, boolean split) {}

  private final String migration;
  private final Optional<IndexUse> index;
  private final boolean needsIndex;
  private final Terms terms;
  private final List<Input> inputs;
  private final List<Axis> axes;
  private final int limit;

  KeyExpander(KeyMapping mapping, Terms terms, List<Input> inputs, List<Axis> axes, int limit) {
    this.migration = mapping.migration();
    this.needsIndex = axes.stream().anyMatch(Axis.Indexed.class::isInstance);
    this.index = mapping.index().map(i -> new IndexUse(mapping, i, axes));
    this.terms = terms;
    this.inputs = List.copyOf(inputs);
    this.axes = List.copyOf(axes);
    this.limit = limit;
  }

  List<Axis> axes() {
    return axes;
  }

  /**
   * The computed columns of each target statement, without repetition.
   *
   * @throws UnroutableException if a key value is null, or there are too many statements
   */
  List<Map<String, ByteBuffer>> expand(Bindings bindings) {
    return expand(bindings, IndexRows.NOT_ASKED);
  }

  /**
   * The same with what the bucket index says.
   *
   * @throws UnroutableException also if the index must be asked and was not
   */
  List<Map<String, ByteBuffer>> expand(Bindings bindings, IndexRows rows) {
    List<Map<String, ByteBuffer>> keys = keys(bindings);
    if (keys.size() == 1) {
      // One key's statements differ from each other by themselves.
      return statements(keys.get(0), bindings, rows);
    }
    Set<Map<String, ByteBuffer>> statements = new LinkedHashSet<>();
    for (Map<String, ByteBuffer> key : keys) {
      statements.addAll(statements(key, bindings, rows));
      requireFewer(statements.size());
    }
    return List.copyOf(statements);
  }

  private List<Map<String, ByteBuffer>> statements(
      Map<String, ByteBuffer> key, Bindings bindings, IndexRows rows) {
    List<Map<String, ByteBuffer>> statements = List.of(splitColumns(key));
    if (rows.asked()) {
      statements = index.orElseThrow().extend(statements, key, rows);
      requireFewer(statements.size());
    }
    for (Axis axis : axes) {
      if (!rows.asked() || !index.orElseThrow().lists(axis)) {
        statements = extend(statements, axis.column().name(), values(axis, key, bindings));
      }
    }
    return statements;
  }

  /** Whether there are bucket columns that only the index can tell. */
  boolean needsIndex() {
    return needsIndex;
  }

  /** Whether the index can tell some that are not single values. */
  boolean mayUseIndex() {
    return index.isPresent() && index.get().listsAny();
  }

  /** Whether the index must be asked, or the buckets of a range are more than {@code most}. */
  boolean usesIndex(Bindings bindings, int most) {
    if (!mayUseIndex() || isAboutNothing(bindings)) {
      return false;
    }
    return needsIndex
        || axes.stream()
            .anyMatch(
                axis ->
                    axis instanceof Axis.Between range
                        && index.get().lists(axis)
                        && isLong(range, bindings, most));
  }

  private boolean isLong(Axis.Between range, Bindings bindings, int most) {
    try {
      range.rule().between(low(range, bindings), high(range, bindings), most);
      return false;
    } catch (TooManyBucketsException e) {
      return true;
    } catch (IllegalArgumentException e) {
      return false; // What cannot be mapped is refused where it is.
    }
  }

  /** What the index must be asked for, one slice for each partition of the source. */
  List<IndexSlice> slices(Bindings bindings) {
    return new IndexSlices(this, index.orElseThrow()).of(bindings);
  }

  /**
   * The first bucket column of the index, if the index lists it and it grows with this source
   * column.
   */
  Optional<String> firstBucketColumn(String source) {
    return axes.stream()
        .filter(axis -> index.isPresent() && index.get().isFirst(axis) && index.get().lists(axis))
        .filter(axis -> source.equals(grownFrom(axis)))
        .map(axis -> axis.column().name())
        .findFirst();
  }

  private static String grownFrom(Axis axis) {
    if (axis instanceof Axis.Between range) {
      return range.rule().column();
    }
    return axis instanceof Axis.Indexed indexed
            && indexed.rule() instanceof Derivation.Monotone monotone
        ? monotone.column()
        : "";
  }

  /** The names of what {@link #expand} gives for each statement where no list is split. */
  Set<String> computedColumns() {
    Set<String> names = new LinkedHashSet<>();
    axes.forEach(axis -> names.add(axis.column().name()));
    return names;
  }

  /** The statements of each partition without what the index tells. */
  Map<List<ByteBuffer>, Set<Map<String, ByteBuffer>>> unlisted(Bindings bindings) {
    Map<List<ByteBuffer>, Set<Map<String, ByteBuffer>>> unlisted = new LinkedHashMap<>();
    for (Map<String, ByteBuffer> key : keys(bindings)) {
      List<Map<String, ByteBuffer>> partial = List.of(splitColumns(key));
      for (Axis axis : axes) {
        if (!index.orElseThrow().lists(axis)) {
          partial = extend(partial, axis.column().name(), values(axis, key, bindings));
        }
      }
      unlisted
          .computeIfAbsent(index.orElseThrow().partition(key), p -> new LinkedHashSet<>())
          .addAll(partial);
    }
    return unlisted;
  }

  /**
   * The index entries of the rows that are written.
   *
   * @throws UnroutableException if a part of a key is null
   */
  Set<BucketIndex.Entry> entries(Bindings bindings) {
    if (index.isEmpty()) {
      return Set.of();
    }
    Set<BucketIndex.Entry> entries = new LinkedHashSet<>();
    try {
      for (Map<String, ByteBuffer> key : keys(bindings)) {
        entries.add(index.get().entry(key));
      }
    } catch (IllegalArgumentException e) {
      throw unmappable(e);
    }
    return entries;
  }

  /** Whether a list of values is empty, so that no row at all is meant. */
  boolean isAboutNothing(Bindings bindings) {
    for (Input input : inputs) {
      if (isEmpty(input, bindings)) {
        return true;
      }
    }
    return false;
  }

  /** Whether that list is one that has become one statement per value. */
  boolean splitsNothing(Bindings bindings) {
    return inputs.stream().anyMatch(input -> input.split() && isEmpty(input, bindings));
  }

  private boolean isEmpty(Input input, Bindings bindings) {
    return input.list().isPresent() ? values(input, bindings).isEmpty() : input.values().isEmpty();
  }

  /** The computed columns of one statement, with made-up values where a list gives none. */
  Map<String, ByteBuffer> anyStatement(Bindings bindings) {
    Map<String, ByteBuffer> key = new HashMap<>();
    for (Input input : inputs) {
      List<ByteBuffer> values = values(input, bindings);
      key.put(
          input.column().name(),
          values.isEmpty() ? SampleBytes.of(input.column().type()) : values.get(0));
    }
    Map<String, ByteBuffer> statement = splitColumns(key);
    for (Axis axis : axes) {
      statement.put(
          axis.column().name(),
          axis instanceof Axis.Indexed
              ? SampleBytes.of(axis.column().type())
              : values(axis, key, bindings).get(0));
    }
    return statement;
  }

  /** The column whose list a marker stands in, if that list becomes one statement per value. */
  Optional<SplitMarker> splitMarker(int index) {
    for (Input input : inputs) {
      boolean inside =
          input.values().stream()
              .anyMatch(term -> term instanceof Term.Marker marker && marker.index() == index);
      boolean whole = input.list().filter(marker -> marker.index() == index).isPresent();
      if (input.split() && (inside || whole)) {
        return Optional.of(new SplitMarker(new Hole.Computed(input.column().name()), whole));
      }
    }
    return Optional.empty();
  }

  /** Whether single values are given for all of these columns. */
  boolean names(List<Column> columns) {
    return columns.stream()
        .allMatch(column -> inputs.stream().anyMatch(input -> input.column().equals(column)));
  }

  /** Every combination of the values given for the source's key columns. */
  List<Map<String, ByteBuffer>> keys(Bindings bindings) {
    List<Map<String, ByteBuffer>> keys = List.of(new HashMap<>());
    for (Input input : inputs) {
      keys = extend(keys, input.column().name(), values(input, bindings));
    }
    return keys;
  }

  private Map<String, ByteBuffer> splitColumns(Map<String, ByteBuffer> key) {
    Map<String, ByteBuffer> split = new HashMap<>();
    for (Input input : inputs) {
      if (input.split()) {
        split.put(input.column().name(), key.get(input.column().name()));
      }
    }
    return split;
  }

  private List<ByteBuffer> values(Input input, Bindings bindings) {
    if (input.list().isPresent()) {
      ByteBuffer list =
          bindings
              .marker(input.list().get().index())
              .bytes()
              .orElseThrow(() -> nullKey(input.column()));
      return ListBytes.elements(list).orElseThrow(() -> nullKey(input.column()));
    }
    if (input.values().size() == 1) {
      return List.of(value(input.values().get(0), input, bindings));
    }
    List<ByteBuffer> values = new ArrayList<>();
    for (Term term : input.values()) {
      values.add(value(term, input, bindings));
    }
    return values;
  }

  private ByteBuffer value(Term term, Input input, Bindings bindings) {
    return terms
        .bytes(term, input.column().type(), bindings)
        .orElseThrow(() -> nullKey(input.column()));
  }

  private List<ByteBuffer> values(Axis axis, Map<String, ByteBuffer> key, Bindings bindings) {
    try {
      if (axis instanceof Axis.Derived derived) {
        return List.of(
            derived.rule().apply(Values.of(key)).orElseThrow(() -> nullKey(derived.column())));
      }
      if (axis instanceof Axis.Between range) {
        return between(range, bindings);
      }
      if (axis instanceof Axis.Indexed) {
        throw new IllegalStateException("Cannot list target partitions: the index was not asked");
      }
      return ((Axis.Every) axis).rule().all();
    } catch (TooManyBucketsException e) {
      throw tooMany();
    } catch (UnroutableException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw unmappable(e);
    }
  }

  static UnroutableException unmappable(IllegalArgumentException e) {
    return new UnroutableException(
        RefusalCode.NULL_KEY,
        "a value bound to its key cannot be mapped: " + e.getMessage(),
        "bind a value of the column's type");
  }

  /**
   * A range that ends before it begins holds no row, and asking that of one bucket is enough: the
   * application gets the empty answer, or the deletion of nothing, that the source would give.
   */
  private List<ByteBuffer> between(Axis.Between range, Bindings bindings) {
    ByteBuffer low = low(range, bindings);
    ByteBuffer high = high(range, bindings);
    List<ByteBuffer> buckets = range.rule().between(low, high, limit);
    return buckets.isEmpty() ? range.rule().between(low, low, limit) : buckets;
  }

  ByteBuffer low(Axis.Between range, Bindings bindings) {
    return bound(range.input(), range.low(), 1, bindings);
  }

  ByteBuffer high(Axis.Between range, Bindings bindings) {
    return bound(range.input(), range.high(), -1, bindings);
  }

  /**
   * The first or the last value inside: a day that ends where a range ends has none of its rows.
   */
  ByteBuffer bound(Column input, KeyRestriction.Bound bound, int inwards, Bindings bindings) {
    String type = input.type();
    ByteBuffer value = terms.bytes(bound.value(), type, bindings).orElseThrow(() -> nullKey(input));
    return bound.excluded() ? WholeNumbers.next(value, type, inwards) : value;
  }

  /** May change the maps it is given. */
  private List<Map<String, ByteBuffer>> extend(
      List<Map<String, ByteBuffer>> partial, String column, List<ByteBuffer> values) {
    if (values.size() == 1) {
      partial.forEach(one -> one.put(column, values.get(0)));
      return partial;
    }
    requireFewer((long) partial.size() * values.size());
    List<Map<String, ByteBuffer>> extended = new ArrayList<>();
    for (Map<String, ByteBuffer> one : partial) {
      for (ByteBuffer value : values) {
        Map<String, ByteBuffer> more = new HashMap<>(one);
        more.put(column, value);
        extended.add(more);
      }
    }
    return extended;
  }

  private void requireFewer(long statements) {
    if (statements > limit) {
      throw tooMany();
    }
  }

  private UnroutableException tooMany() {
    return new UnroutableException(
        RefusalCode.TOO_MANY_PARTITIONS,
        "it is about more than %d partitions of the target of %s".formatted(limit, migration),
        "split it into statements over shorter ranges");
  }

  private static UnroutableException nullKey(Column column) {
    return new UnroutableException(
        RefusalCode.NULL_KEY,
        "the value for key column %s is null or not set".formatted(column.name()),
        "bind a value");
  }
}
