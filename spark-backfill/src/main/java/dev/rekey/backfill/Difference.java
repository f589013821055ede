package dev.rekey.backfill;

/** How a key differs between the two tables. */
enum Difference {
  /** The row is in the source only. */
  MISSING,
  /** The row is in the target only, or lies in the target where its key does not belong. */
  ORPHAN,
  /** Both have the row, with different cells. */
  STALE,
  /** The cells are equal but do not end at the same time. */
  TTL
}
