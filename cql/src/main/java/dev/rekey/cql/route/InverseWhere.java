package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Identifier;
import dev.rekey.cql.Operator;
import dev.rekey.cql.Relation;
import dev.rekey.cql.Term;
import dev.rekey.cql.Where;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A WHERE on the target in terms of the source. A computed column disappears: where the columns it
 * is computed from are given, its value is only checked; where one of them may have a range of
 * values, the value becomes a range of that column.
 */
final class InverseWhere {
  private static final Set<String> RANGED = Set.of("timestamp", "bigint", "int");

  private final KeyMapping mapping;
  private final Terms terms;
  private final InverseText texts;
  private final List<Relation> kept = new ArrayList<>();
  private final List<Relation.Compare> computed = new ArrayList<>();
  private final List<Merged> merged = new ArrayList<>();
  private final List<Agreement> agreements = new ArrayList<>();
  private final List<Relation.Compare> unresolved = new ArrayList<>();

  InverseWhere(KeyMapping mapping, Terms terms, InverseText texts) {
    this.mapping = mapping;
    this.terms = terms;
    this.texts = texts;
  }

  /**
   * What became of the computed columns.
   *
   * @param merged those that have become ranges
   * @param agreements those whose value must be what the rule gives
   */
  record Found(List<Merged> merged, List<Agreement> agreements) {
    static Found none() {
      return new Found(List.of(), List.of());
    }
  }

  /**
   * A bucket as a range of the source column it is made of, cut with the range that was asked for.
   */
  record Merged(
      Terms terms,
      Column bucket,
      Term given,
      Derivation.Monotone rule,
      Column input,
      Optional<KeyRestriction.Bound> low,
      Optional<KeyRestriction.Bound> high) {

    Hole.Computed from() {
      return new Hole.Computed(">= " + input.name());
    }

    Hole.Computed to() {
      return new Hole.Computed("<= " + input.name());
    }

    void fill(Bindings bindings, Map<String, ByteBuffer> computed) {
      Derivation.Inputs inputs =
          terms
              .bytes(given, bucket.type(), bindings)
              .flatMap(rule::inputs)
              .orElseThrow(this::noBucket);
      Comparator<ByteBuffer> order = TypeOrder.of(input.type()).orElseThrow();
      ByteBuffer first = encoded(inputs.first());
      ByteBuffer last = encoded(inputs.last());
      ByteBuffer from = low.map(bound -> inside(bound, 1, bindings)).orElse(first);
      ByteBuffer to = high.map(bound -> inside(bound, -1, bindings)).orElse(last);
      computed.put(Template.nameOf(from()), order.compare(from, first) > 0 ? from : first);
      computed.put(Template.nameOf(to()), order.compare(to, last) < 0 ? to : last);
    }

    private ByteBuffer inside(KeyRestriction.Bound bound, int step, Bindings bindings) {
      ByteBuffer value =
          terms
              .bytes(bound.value(), input.type(), bindings)
              .orElseThrow(
                  () ->
                      new UnroutableException(
                          RefusalCode.NULL_KEY,
                          "a bound of key column %s is null or not set".formatted(input.name()),
                          "bind a value"));
      return bound.excluded() ? WholeNumbers.next(value, input.type(), step) : value;
    }

    private ByteBuffer encoded(long value) {
      if (input.type().toLowerCase(Locale.ROOT).equals("int")) {
        long clamped = Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
        return ByteBuffer.allocate(Integer.BYTES).putInt(0, (int) clamped);
      }
      return ByteBuffer.allocate(Long.BYTES).putLong(0, value);
    }

    private UnroutableException noBucket() {
      return new UnroutableException(
          RefusalCode.COMPUTED_COLUMN,
          "the value of column %s is none that %s can give"
              .formatted(bucket.name(), ((Derivation) rule).expression()),
          "give a value of that rule");
    }
  }

  /** A refusal if a restriction cannot be said of the source. */
  Optional<Routing.Refused> read(Where where) {
    for (Relation relation : where.relations()) {
      boolean onComputed = relation.columns().stream().anyMatch(this::isComputed);
      if (!onComputed) {
        kept.add(relation);
      } else if (relation instanceof Relation.Compare compare
          && compare.operator() == Operator.EQ) {
        computed.add(compare);
      } else {
        return Optional.of(Inversion.restriction(relation.columns().get(0).name()));
      }
    }
    for (Relation.Compare compare : computed) {
      resolve(compare);
    }
    return agreements.stream().allMatch(Agreement::isComputable)
            && merged.stream().allMatch(this::isComputable)
        ? Optional.empty()
        : Optional.of(Refusals.functionInKey(computed.get(0).column().name()));
  }

  Found found() {
    return new Found(merged, agreements);
  }

  /** Computed columns whose value could only be compared row by row. */
  List<Relation.Compare> unresolved() {
    return unresolved;
  }

  List<Relation> kept() {
    return kept;
  }

  boolean isMerged(String sourceColumn) {
    return merged.stream().anyMatch(range -> range.input().name().equals(sourceColumn));
  }

  private boolean isComputed(Identifier name) {
    return mapping
        .target()
        .column(name.name())
        .map(column -> InversePlan.isComputed(mapping, column))
        .orElse(false);
  }

  private boolean isComputable(Merged range) {
    return terms.isComputable(range.given(), range.bucket().type())
        && range.low().map(b -> terms.isComputable(b.value(), range.input().type())).orElse(true)
        && range.high().map(b -> terms.isComputable(b.value(), range.input().type())).orElse(true);
  }

  private void resolve(Relation.Compare compare) {
    Column column = mapping.target().requireColumn(compare.column().name());
    Derivation rule = mapping.rule(column.name());
    Map<String, Agreement.Input> inputs = new HashMap<>();
    for (String source : rule.sources()) {
      point(source).ifPresent(input -> inputs.put(source, input));
    }
    if (inputs.keySet().containsAll(rule.sources())) {
      agreements.add(new Agreement(terms, column, rule, compare.value(), inputs));
    } else if (!merge(compare, column, rule)) {
      unresolved.add(compare);
    }
  }

  /** What is said of a source column by = or IN. */
  private Optional<Agreement.Input> point(String source) {
    Column column = mapping.source().requireColumn(source);
    for (Relation relation : on(source)) {
      if (relation instanceof Relation.In in) {
        return Optional.of(Agreement.Input.of(column, in.values()));
      }
      if (relation instanceof Relation.Compare compare && compare.operator() == Operator.EQ) {
        return Optional.of(Agreement.Input.of(column, compare.value()));
      }
    }
    return Optional.empty();
  }

  private boolean merge(Relation.Compare compare, Column bucket, Derivation rule) {
    if (!(rule instanceof Derivation.Monotone monotone) || isMerged(monotone.column())) {
      return false;
    }
    Column input = mapping.source().requireColumn(monotone.column());
    KeyRestriction range = new KeyRestriction(input);
    List<Relation> bounds = on(input.name());
    boolean possible =
        input.kind() == ColumnKind.CLUSTERING
            && RANGED.contains(input.type().toLowerCase(Locale.ROOT))
            && bounds.stream().allMatch(range::add);
    if (!possible) {
      return false;
    }
    kept.removeAll(bounds);
    merged.add(
        new Merged(terms, bucket, compare.value(), monotone, input, range.low(), range.high()));
    return true;
  }

  /** The restrictions of one column alone. */
  private List<Relation> on(String source) {
    String carrier = mapping.carrier(source).map(Column::name).orElse("");
    return kept.stream()
        .filter(relation -> relation.columns().stream().anyMatch(c -> c.name().equals(carrier)))
        .toList();
  }

  /** The restrictions on the source. */
  Template text() {
    Template.Builder text = new Template.Builder();
    String and = "";
    for (Relation relation : kept) {
      text.text(and).append(texts.piece(relation.span(), relation.columns()));
      and = " AND ";
    }
    for (Merged range : merged) {
      text.text(and + range.input().cql() + " >= ").hole(range.from());
      text.text(" AND " + range.input().cql() + " <= ").hole(range.to());
      and = " AND ";
    }
    return text.build();
  }
}
