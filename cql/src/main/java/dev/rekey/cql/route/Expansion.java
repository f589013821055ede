package dev.rekey.cql.route;

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
  private final List<KeyExpander.Axis> axes = new ArrayList<>();
  private Optional<Routing.Refused> refusal = Optional.empty();

  private Expansion(KeyMapping mapping, Terms terms, KeyRestrictions restrictions) {
    this.mapping = mapping;
    this.terms = terms;
    this.restrictions = restrictions;
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
      if (!(rule instanceof Derivation.Copy)) {
        expansion.add(column, rule);
      }
    }
    return expansion;
  }

  Optional<Routing.Refused> refusal() {
    return refusal;
  }

  List<KeyExpander.Axis> axes() {
    return axes;
  }

  /** The source columns whose single values the rules read. */
  Set<String> pointSources() {
    Set<String> sources = new LinkedHashSet<>();
    for (KeyExpander.Axis axis : axes) {
      if (axis instanceof KeyExpander.Axis.Derived derived) {
        sources.addAll(derived.rule().sources());
      }
    }
    return sources;
  }

  /**
   * @param split the columns whose list of values becomes one statement per value
   */
  KeyExpander expander(Set<String> split, int limit) {
    Set<String> read = pointSources();
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
      axes.add(new KeyExpander.Axis.Derived(column, rule));
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
          new KeyExpander.Axis.Between(
              column,
              monotone,
              range.column(),
              range.low().orElseThrow(),
              range.high().orElseThrow()));
      return;
    }
    if (rule instanceof Derivation.Finite finite) {
      axes.add(new KeyExpander.Axis.Every(column, finite));
      return;
    }
    refuse(Refusals.unbounded(unknown.get()));
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
