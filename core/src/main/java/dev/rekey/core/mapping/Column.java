package dev.rekey.core.mapping;

import static java.util.Objects.requireNonNull;

/**
 * One column of a table.
 *
 * @param name the internal, case-exact name, without quotes
 * @param type the CQL type as the schema prints it, for example {@code frozen<list<int>>}
 * @param position place inside the partition key or the clustering columns, from 0; for other kinds
 *     the place among the columns of that kind
 * @param descending the declared clustering order is DESC; false for every other kind
 */
public record Column(String name, String type, ColumnKind kind, int position, boolean descending) {
  public Column {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(kind, "kind is null");
    if (name.isEmpty()) {
      throw new IllegalArgumentException("Cannot define a column: its name is empty");
    }
    if (position < 0) {
      throw new IllegalArgumentException(
          "Cannot define column %s: position %d is negative".formatted(name, position));
    }
    if (descending && kind != ColumnKind.CLUSTERING) {
      throw new IllegalArgumentException(
          "Cannot define column %s: only a clustering column has an order".formatted(name));
    }
  }

  /** The name as CQL wants it, quoted where needed. */
  public String cql() {
    return Identifiers.quoteIfNeeded(name);
  }

  /** Whether the type is a collection or user type that is not frozen: several cells, not one. */
  public boolean isMultiCell() {
    return CqlType.parse(type).isMultiCell();
  }
}
