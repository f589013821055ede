package dev.rekey.cql;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** A table, view, type or index by its internal name; the span covers the keyspace too. */
public record TableRef(Optional<String> keyspace, String table, Span span) {

  public TableRef {
    requireNonNull(keyspace, "keyspace is null");
    requireNonNull(table, "table is null");
    requireNonNull(span, "span is null");
  }

  /**
   * Whether this names the table, an unqualified name being looked up in the session's keyspace.
   */
  public boolean names(String otherKeyspace, String otherTable, String sessionKeyspace) {
    return table.equals(otherTable) && keyspace.orElse(sessionKeyspace).equals(otherKeyspace);
  }
}
