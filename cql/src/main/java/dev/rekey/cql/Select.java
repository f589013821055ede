package dev.rekey.cql;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code SELECT .. FROM t ..}; each clause has the span from its first word to its last, the WHERE
 * without its word.
 */
public record Select(
    Set<Mode> modes,
    Projection projection,
    TableRef table,
    Where where,
    Optional<Clause<List<Term>>> groupBy,
    Optional<Clause<List<Ordering>>> orderBy,
    Optional<Clause<Term>> perPartitionLimit,
    Optional<Clause<Term>> limit,
    Optional<Span> allowFiltering,
    List<Term.Marker> markers,
    Span span)
    implements Dml {

  /** Words before the projection. */
  public enum Mode {
    JSON,
    DISTINCT
  }

  /** The direction of an ordering; ascending where none is written. */
  public enum Direction {
    ASC,
    DESC
  }

  /** One entry of ORDER BY; {@code annOf} is the vector of {@code ANN OF}. */
  public record Ordering(Identifier column, Optional<Term> annOf, Direction direction, Span span) {}

  public Select {
    modes = Set.copyOf(modes);
    markers = List.copyOf(markers);
  }

  @Override
  public Optional<TableRef> tableRef() {
    return Optional.of(table);
  }
}
