package dev.rekey.control;

import static java.util.Objects.requireNonNull;

import dev.rekey.core.mapping.Identifiers;

/** A table by its internal names, without quotes. */
public record TableName(String keyspace, String table) {
  public TableName {
    requireNonNull(keyspace, "keyspace is null");
    requireNonNull(table, "table is null");
  }

  /** {@code keyspace.table}, quoted where needed. */
  public String cql() {
    return Identifiers.qualified(keyspace, table);
  }

  @Override
  public String toString() {
    return cql();
  }
}
