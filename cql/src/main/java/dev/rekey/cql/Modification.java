package dev.rekey.cql;

import java.util.Optional;

/**
 * A write of one statement; inside a batch, its markers are those of its own text with indexes of
 * the whole batch.
 */
public sealed interface Modification extends Dml permits Insert, InsertJson, Update, Delete {

  /** The table written. */
  TableRef table();

  /** USING TIMESTAMP and TTL. */
  Using using();

  /** The IF. */
  Conditions conditions();

  @Override
  default Optional<TableRef> tableRef() {
    return Optional.of(table());
  }
}
