package dev.rekey.migrations;

import java.util.List;
import java.util.OptionalLong;

/** The table {@code schema_history}: who may write it is decided by the fence. */
interface HistoryStore {
  /** All rows as of now, in no order; empty if the table does not exist. */
  List<HistoryRow> rows();

  /** The token of the newest runner that was admitted; empty before the first. */
  OptionalLong fence();

  /**
   * Admits the runner with {@code token} and shuts out all with smaller ones, for ever.
   *
   * @throws LockLostException if a greater one was admitted
   */
  void raiseFence(long token);

  /**
   * Writes a row whose {@code token} must be the fence and whose {@code revision} must be one more
   * than the stored one (1 for a new row).
   *
   * @throws LockLostException if another runner was admitted meanwhile; nothing was written
   */
  void write(HistoryRow row);
}
