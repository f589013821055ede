package dev.rekey.cql.route;

import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.InValues;
import dev.rekey.cql.Term;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides, from the text alone, how the target's computed key columns will get their values. */
final class Expansion {
  private final KeyMapping mapping;
  private final Terms terms;
  private final KeyRestrictions restrictions;
  private final Optional<BucketIndex> index;
  private final List<Axis> axes = new ArrayList<>();
  private Optional<Routing.Refused> refusal = Optional.empty();

  private Expansion(KeyMapping mapping, Terms terms, KeyRestrictions restrictions) {
    this.mapping = mapping;
    this.terms = terms;
    this.restrictions = restrictions;
    this.index = mapping.index();
  }

  static Expansion of(KeyMapping mapping, Terms terms, KeyRestrictions restrictions) {
    return of(mapping, terms, restrictions, mapping.target().primaryKey());
  }

  /** The same for an INSERT, which fills every column of the target. */
  static Expansion ofInsert(KeyMapping mapping, Terms terms, KeyRestrictions restrictions) {
    return of(mapping, terms, restrictions, mapping.target().columns());
  }

  private static Expansion of(
      KeyMapping mapping, Terms terms, KeyRestrictions restrictions, List<Column> columns) {
    Expansion expansion = new Expansion(mapping, terms, restrictions);
    for (Column column : columns) {
      Derivation rule = mapping.rule(column.name());
      if (!(rule instanceof Derivation.Copy copy)) {
        expansion.add(column, rule);
      } else if (expansion.isIndexed(column) && restrictions.on(copy.column()).isAbsent()) {
        expansion.addIndexed(column, rule);
      }
    }
    if (expansion.index.isPresent()) {
      mapping.source().partitionKey().forEach(c -> expansion.requireComputable(c.name()));
    }
    return expansion;
  }

  Optional<Routing.Refused> refusal() {
    return refusal;
  }

  List<Axis> axes() {
    return axes;
  }

  /** The source columns whose single values the rules read. */
  Set<String> pointSources() {
    Set<String> sources = new LinkedHashSet<>();
    for (Axis axis : axes) {
      if (axis instanceof Axis.Derived derived) {
        sources.addAll(derived.rule().sources());
      }
    }
    return sources;
  }

  /** Whether target partitions can be listed only by the bucket index. */
  boolean needsIndex() {
    return axes.stream().anyMatch(Axis.Indexed.class::isInstance);
  }

  /** The source columns whose values, one per statement, only the bucket index tells. */
  Set<String> listedColumns() {
    Set<String> listed = new LinkedHashSet<>();
    for (Axis axis : axes) {
      if (axis instanceof Axis.Indexed indexed && indexed.rule() instanceof Derivation.Copy copy) {
        listed.add(copy.column());
      }
    }
    return listed;
  }

  /**
   * @param split the columns whose list of values becomes one statement per value
   */
  KeyExpander expander(Set<String> split, int limit) {
    Set<String> read = pointSources();
    index.ifPresent(i -> read.addAll(sources(i)));
    List<KeyExpander.Input> inputs = new ArrayList<>();
    for (KeyRestriction restriction : restrictions.all()) {
      String name = restriction.column().name();
      Optional<InValues> in = restriction.inValues();
      boolean needed = restriction.column().kind().isKey() || read.contains(name);
      if (needed
          && restriction.equal().isPresent()
          && terms.isComputable(restriction.equal().get(), restriction.column().type())) {
        inputs.add(
            new KeyExpander.Input(
                restriction.column(), List.of(restriction.equal().get()), Optional.empty(), false));
      } else if (in.isPresent() && (read.contains(name) || split.contains(name))) {
        inputs.add(
            new KeyExpander.Input(
                restriction.column(), in.get().terms(), in.get().marker(), split.contains(name)));
      }
    }
    return new KeyExpander(mapping, terms, inputs, axes, limit);
  }

  private void add(Column column, Derivation rule) {
    Optional<String> unknown =
        rule.sources().stream().filter(source -> !isPoint(source)).findFirst();
    if (unknown.isEmpty()) {
      axes.add(new Axis.Derived(column, rule));
      rule.sources().forEach(this::requireComputable);
      return;
    }
    if (!restrictions.isKey(unknown.get())) {
      refuse(Refusals.needsLookup(column.name()));
      return;
    }
    if (rule instanceof Derivation.Monotone monotone
        && restrictions.on(monotone.column()).isClosedRange()) {
      KeyRestriction range = restrictions.on(monotone.column());
      requireComputable(range.low().orElseThrow().value(), range.column());
      requireComputable(range.high().orElseThrow().value(), range.column());
      axes.add(
          new Axis.Between(
              column,
              monotone,
              range.column(),
              range.low().orElseThrow(),
              range.high().orElseThrow()));
      return;
    }
    if (rule instanceof Derivation.Finite finite) {
      axes.add(new Axis.Every(column, finite));
      return;
    }
    if (isIndexed(column)) {
      addIndexed(column, rule);
      return;
    }
    refuse(Refusals.unbounded(unknown.get()));
  }

  private boolean isIndexed(Column column) {
    return index.filter(i -> isBucketColumn(i, column.name())).isPresent()
        && mapping.source().partitionKey().stream().allMatch(c -> isPoint(c.name()));
  }

  private static boolean isBucketColumn(BucketIndex index, String name) {
    return index.bucketColumns().stream().anyMatch(bucket -> bucket.name().equals(name));
  }

  /** What an entry of the index is made of. */
  private Set<String> sources(BucketIndex of) {
    Set<String> sources = new LinkedHashSet<>();
    of.buckets().partitionKey().forEach(column -> sources.add(column.name()));
    of.bucketColumns().forEach(column -> sources.addAll(mapping.rule(column.name()).sources()));
    return sources;
  }

  private void addIndexed(Column column, Derivation rule) {
    KeyRestriction input = restrictions.on(rule.sources().get(0));
    boolean ordered = rule instanceof Derivation.Monotone;
    axes.add(
        new Axis.Indexed(
            column,
            rule,
            input.column(),
            input.low().filter(bound -> ordered && isComputable(bound, input.column())),
            input.high().filter(bound -> ordered && isComputable(bound, input.column()))));
  }

  private boolean isComputable(KeyRestriction.Bound bound, Column column) {
    return terms.isComputable(bound.value(), column.type());
  }

  private boolean isPoint(String source) {
    return restrictions.isKey(source) && restrictions.on(source).isPoint();
  }

  private void requireComputable(String source) {
    KeyRestriction restriction = restrictions.on(source);
    restriction.equal().ifPresent(term -> requireComputable(term, restriction.column()));
    restriction
        .inValues()
        .ifPresent(in -> in.terms().forEach(term -> requireComputable(term, restriction.column())));
  }

  private void requireComputable(Term term, Column column) {
    if (!terms.isComputable(term, column.type())) {
      refuse(Refusals.functionInKey(column.name()));
    }
  }

  private void refuse(Routing.Refused why) {
    if (refusal.isEmpty()) {
      refusal = Optional.of(why);
    }
  }
}
