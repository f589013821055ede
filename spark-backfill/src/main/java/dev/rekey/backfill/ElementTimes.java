package dev.rekey.backfill;

/** Whether the server tells writetime and TTL per element of a non-frozen collection. */
enum ElementTimes {
  /** Cassandra 5.0 and later. */
  READABLE,
  /** Before 5.0: the mere question is an error. */
  UNREADABLE
}
