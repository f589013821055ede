package dev.rekey.cql;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * {@code INSERT INTO t (columns) VALUES (values)}; the two lists may differ in length, which the
 * server refuses.
 */
public record Insert(
    TableRef table,
    Clause<List<Identifier>> columnList,
    Clause<List<Term>> valueList,
    Conditions conditions,
    Using using,
    List<Term.Marker> markers,
    Span span)
    implements Modification {

  public Insert {
    requireNonNull(table, "table is null");
    markers = List.copyOf(markers);
  }

  /** The columns in order; {@link #columnList} has the span with its parentheses. */
  public List<Identifier> columns() {
    return columnList.value();
  }

  /** The values in the order of the columns. */
  public List<Term> values() {
    return valueList.value();
  }

  /** The value given to the column, the last one if it is named twice. */
  public Optional<Term> valueOf(String column) {
    int shared = Math.min(columns().size(), values().size());
    for (int i = shared - 1; i >= 0; i--) {
      if (columns().get(i).name().equals(column)) {
        return Optional.of(values().get(i));
      }
    }

    return Optional.empty();
  }
}
