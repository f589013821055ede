package dev.rekey.core.mapping;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The columns and the primary key of one table.
 *
 * @param keyspace internal name, without quotes
 * @param table internal name, without quotes
 * @param columns every column, in no particular order
 */
public record TableShape(String keyspace, String table, List<Column> columns) {
  public TableShape {
    requireNonNull(keyspace, "keyspace is null");
    requireNonNull(table, "table is null");
    columns =
        columns.stream()
            .sorted(Comparator.comparing(Column::kind).thenComparingInt(Column::position))
            .toList();
    Set<String> names = new HashSet<>();
    for (Column column : columns) {
      if (!names.add(column.name())) {
        throw new IllegalArgumentException(
            "Cannot describe table %s: column %s is given twice".formatted(table, column.name()));
      }
    }
    if (columns.stream().noneMatch(c -> c.kind() == ColumnKind.PARTITION_KEY)) {
      throw new IllegalArgumentException(
          "Cannot describe table %s: it has no partition key".formatted(table));
    }
  }

  /** The partition key columns in declared order. */
  public List<Column> partitionKey() {
    return ofKind(ColumnKind.PARTITION_KEY);
  }

  /** The clustering columns in declared order; empty if there are none. */
  public List<Column> clustering() {
    return ofKind(ColumnKind.CLUSTERING);
  }

  /** Partition key columns, then clustering columns. */
  public List<Column> primaryKey() {
    return Stream.concat(partitionKey().stream(), clustering().stream()).toList();
  }

  public List<Column> statics() {
    return ofKind(ColumnKind.STATIC);
  }

  public List<Column> regulars() {
    return ofKind(ColumnKind.REGULAR);
  }

  /** The column with exactly this internal name. */
  public Optional<Column> column(String name) {
    return columns.stream().filter(c -> c.name().equals(name)).findFirst();
  }

  /**
   * The column with exactly this internal name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Column requireColumn(String name) {
    return column(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot find column %s in table %s".formatted(name, qualifiedName())));
  }

  /** {@code keyspace.table} for CQL text, quoted where needed. */
  public String qualifiedName() {
    return Identifiers.qualified(keyspace, table);
  }

  /** Whether both names are exactly these. */
  public boolean isNamed(String otherKeyspace, String otherTable) {
    return keyspace.equals(otherKeyspace) && table.equals(otherTable);
  }

  private List<Column> ofKind(ColumnKind kind) {
    return columns.stream().filter(c -> c.kind() == kind).toList();
  }
}
