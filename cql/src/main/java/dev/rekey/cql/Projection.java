package dev.rekey.cql;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a SELECT returns: everything ({@code *}, no selectors) or the selectors in order. The span
 * is their text.
 */
public record Projection(List<Selector> selectors, Span span) {

  private static final Set<String> AGGREGATES = Set.of("count", "min", "max", "sum", "avg");

  public Projection {
    selectors = List.copyOf(selectors);
  }

  /** Whether it is {@code *}. */
  public boolean isStar() {
    return selectors.isEmpty();
  }

  /**
   * Whether one of the server's own aggregates is called. A user's own aggregate cannot be told
   * from a function here.
   */
  public boolean hasAggregate() {
    return selectors.stream()
        .flatMap(selector -> selector.term().walk())
        .anyMatch(Projection::isAggregate);
  }

  private static boolean isAggregate(Term term) {
    if (term instanceof Term.FunctionCall call) {
      return call.keyspace().map("system"::equals).orElse(true) && AGGREGATES.contains(call.name());
    }

    return term instanceof Term.CountRows;
  }

  /** One entry of the list. */
  public record Selector(Term term, Optional<Identifier> alias, Span span) {}
}
