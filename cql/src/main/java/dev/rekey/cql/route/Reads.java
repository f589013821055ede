package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Clause;
import dev.rekey.cql.Identifier;
import dev.rekey.cql.Relation;
import dev.rekey.cql.Select;
import dev.rekey.cql.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    Optional<Routing.Refused> refused =
        expansion.refusal().or(() -> TargetKey.check(mapping, restrictions)).or(texts::notCarried);
    if (refused.isPresent()) {
      return refused.get();
    }
    return ordered(restrictions, expansion);
  }

  private Routing ordered(KeyRestrictions restrictions, Expansion expansion) {
    ReadOrder order = ReadOrder.of(mapping, select, restrictions, expansion);
    if (order.refusal().isPresent()) {
      return order.refusal().get();
    }
    return new ReadPlan(
        mapping,
        texts.of(order, expansion, restrictions),
        expansion.expander(Expansion.Split.ONE_STATEMENT_PER_BUCKET, MAX_BUCKETS),
        order.sequence(),
        new ReadPlan.Limits(limits(), terms, combination(order)));
  }

  private ReadPlan.Combination combination(ReadOrder order) {
    if (!select.projection().hasAggregate() || !order.severalBuckets()) {
      return ReadPlan.Combination.ROWS;
    }
    boolean counts =
        select.projection().selectors().stream().allMatch(selector -> isCount(selector.term()))
            && select.modes().isEmpty();
    return counts ? ReadPlan.Combination.SUM_OF_COUNTS : ReadPlan.Combination.ONE_BUCKET;
  }

  private static boolean isCount(Term term) {
    return term instanceof Term.CountRows
        || (term instanceof Term.FunctionCall call && call.name().equals("count"));
  }

  private List<Term> limits() {
    List<Term> limits = new ArrayList<>();
    select.limit().map(Clause::value).ifPresent(limits::add);
    select.perPartitionLimit().map(Clause::value).ifPresent(limits::add);
    return limits;
  }

  private Optional<Routing.Refused> shape() {
    if (select.modes().contains(Select.Mode.DISTINCT) || select.groupBy().isPresent()) {
      return Optional.of(
          new Routing.Refused(
              RefusalCode.AGGREGATE,
              "DISTINCT and GROUP BY are about whole partitions of the source, which no longer are one partition",
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
    return select.where().relations().stream()
        .flatMap(relation -> ReadTexts.terms(relation).stream())
        .map(calls::collect)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Routing.Refused> wholePartitionKey(KeyRestrictions restrictions) {
    for (Column column : mapping.source().partitionKey()) {
      if (restrictions.on(column.name()).equal().isEmpty()) {
        return Optional.of(
            new Routing.Refused(
                RefusalCode.UNBOUNDED,
                "it does not fix partition key column %s by =".formatted(column.name()),
                "ask for one partition at a time"));
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
