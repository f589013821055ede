package dev.rekey.cql;

import java.util.Optional;

/** {@code TRUNCATE t}. */
public record Truncate(TableRef table, Span span) implements Dml {

  @Override
  public Optional<TableRef> tableRef() {
    return Optional.of(table);
  }
}
