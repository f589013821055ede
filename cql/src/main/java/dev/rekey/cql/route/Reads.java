package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Clause;
import dev.rekey.cql.Identifier;
import dev.rekey.cql.Projection;
import dev.rekey.cql.Relation;
import dev.rekey.cql.Select;
import dev.rekey.cql.Term;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plans how the target answers one SELECT on the source. */
final class Reads {
  /** Buckets are read one after another and only as far as needed, so many are allowed. */
  static final int MAX_BUCKETS = 10_000;

  private final KeyMapping mapping;
  private final Select select;
  private final Calls calls;
  private final Terms terms;
  private final ReadTexts texts;

  Reads(String text, KeyMapping mapping, Select select) {
    this.mapping = mapping;
    this.select = select;
    this.calls = new Calls(text);
    this.terms = new Terms(calls);
    this.texts = new ReadTexts(text, mapping, select, calls);
  }

  Routing route() {
    Optional<Routing.Refused> shape = shape();
    if (shape.isPresent()) {
      return shape.get();
    }
    KeyRestrictions.Result read = KeyRestrictions.read(select.where(), mapping.source());
    if (read.refusal().isPresent()) {
      return read.refusal().get();
    }
    KeyRestrictions restrictions = read.restrictions();
    Optional<Routing.Refused> partition = wholePartitionKey(restrictions);
    if (partition.isPresent()) {
      return partition.get();
    }
    Expansion expansion = Expansion.of(mapping, terms, restrictions);
    Set<String> split = split(restrictions, expansion);
    Optional<Routing.Refused> refused =
        expansion
            .refusal()
            .or(() -> notComputable(restrictions, split))
            .or(() -> TargetKey.check(mapping, restrictions, expansion.listedColumns()))
            .or(texts::notCarried);
    if (refused.isPresent()) {
      return refused.get();
    }
    return ordered(restrictions, expansion, split);
  }

  /**
   * The columns whose list of values becomes one statement per value: those that tell partitions of
   * the target apart otherwise than by buckets that follow each other.
   */
  private Set<String> split(KeyRestrictions restrictions, Expansion expansion) {
    Set<String> split = new HashSet<>();
    mapping.source().partitionKey().forEach(column -> split.add(column.name()));
    for (Column column : mapping.target().partitionKey()) {
      if (mapping.rule(column.name()) instanceof Derivation.Copy copy) {
        split.add(copy.column());
      }
    }
    for (Axis axis : expansion.axes()) {
      if (axis instanceof Axis.Derived derived
          && !(derived.rule() instanceof Derivation.Monotone)) {
        split.addAll(derived.rule().sources());
      }
    }
    split.removeIf(name -> !restrictions.isKey(name) || restrictions.on(name).inValues().isEmpty());
    return split;
  }

  private Optional<Routing.Refused> notComputable(KeyRestrictions restrictions, Set<String> split) {
    for (String name : split) {
      KeyRestriction restriction = restrictions.on(name);
      boolean computable =
          restriction.inValues().orElseThrow().terms().stream()
              .allMatch(term -> terms.isComputable(term, restriction.column().type()));
      if (!computable) {
        return Optional.of(Refusals.functionInKey(name));
      }
    }
    return Optional.empty();
  }

  private Routing ordered(KeyRestrictions restrictions, Expansion expansion, Set<String> split) {
    Set<String> apart = new HashSet<>(split);
    apart.addAll(expansion.listedColumns());
    ReadOrder order = ReadOrder.of(mapping, select, restrictions, expansion, apart);
    if (order.refusal().isPresent()) {
      return order.refusal().get();
    }
    return new ReadPlan(
        mapping,
        texts.of(order, expansion, restrictions, split),
        expansion.expander(split, MAX_BUCKETS),
        order.sequence(),
        new ReadPlan.Ends(
            new ReadPlan.Limits(
                select.limit().map(Clause::value),
                select.perPartitionLimit().map(Clause::value),
                terms),
            combined(order, split)));
  }

  private ReadPlan.Combined combined(ReadOrder order, Set<String> split) {
    Set<String> partitions = new HashSet<>(split);
    partitions.retainAll(
        mapping.source().partitionKey().stream().map(Column::name).collect(Collectors.toSet()));
    if (!mayAggregate(select) || !order.severalBuckets()) {
      return new ReadPlan.Combined(ReadPlan.Combination.ROWS, List.of(), partitions);
    }
    List<Merger> mergers =
        select.projection().selectors().stream()
            .flatMap(selector -> Merger.of(selector.term(), mapping.source()).stream())
            .toList();
    boolean merged =
        mergers.size() == select.projection().selectors().size()
            && select.modes().isEmpty()
            && select.perPartitionLimit().isEmpty();
    return merged
        ? new ReadPlan.Combined(ReadPlan.Combination.MERGED, mergers, partitions)
        : new ReadPlan.Combined(ReadPlan.Combination.ONE_BUCKET, List.of(), partitions);
  }

  /** A function that is not known may be an aggregate of the application's own. */
  static boolean mayAggregate(Select select) {
    return select.projection().hasAggregate()
        || terms(select.projection())
            .anyMatch(term -> term instanceof Term.FunctionCall call && !Calls.isScalar(call));
  }

  private static Stream<Term> terms(Projection projection) {
    return projection.selectors().stream().flatMap(selector -> selector.term().walk());
  }

  private Optional<Routing.Refused> shape() {
    if (select.modes().contains(Select.Mode.DISTINCT) || select.groupBy().isPresent()) {
      return Optional.of(
          new Routing.Refused(
              RefusalCode.AGGREGATE,
              "DISTINCT and GROUP BY are about whole partitions of the source, which no longer are"
                  + " one partition",
              "select the rows and reduce them in the application"));
    }
    if (select.where().span().isEmpty()) {
      return Optional.of(Refusals.unbounded(mapping.source().partitionKey().get(0).name()));
    }
    boolean unusual =
        select.where().relations().stream().anyMatch(Relation.IndexExpression.class::isInstance)
            || select.orderBy().stream()
                .flatMap(clause -> clause.value().stream())
                .anyMatch(ordering -> ordering.annOf().isPresent());
    if (unusual) {
      return Optional.of(Refusals.restriction("an index"));
    }
    boolean token =
        terms(select.projection())
            .anyMatch(
                term -> term instanceof Term.FunctionCall call && call.name().equals("token"));
    if (token) {
      return Optional.of(Refusals.restriction("token()"));
    }
    return select.where().relations().stream()
        .flatMap(relation -> ReadTexts.terms(relation).stream())
        .map(calls::collect)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Routing.Refused> wholePartitionKey(KeyRestrictions restrictions) {
    for (Column column : mapping.source().partitionKey()) {
      if (!restrictions.on(column.name()).isPoint()) {
        return Optional.of(
            new Routing.Refused(
                RefusalCode.UNBOUNDED,
                "it does not fix partition key column %s by = or IN".formatted(column.name()),
                "name the partitions it is about"));
      }
    }
    for (Relation relation : select.where().relations()) {
      for (Identifier column : relation.columns()) {
        if (mapping.carrier(column.name()).isEmpty()) {
          return Optional.of(Refusals.notCarried(column.name()));
        }
      }
    }
    return Optional.empty();
  }
}
