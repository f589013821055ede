package dev.rekey.interceptor;

import dev.rekey.cql.route.IndexRows;
import java.util.Optional;

/**
 * What the bucket index had to do with one statement before it is sent.
 *
 * @param failure why its buckets could not be opened or listed; empty if they are, or need not be
 * @param rows what the index said, where it was asked
 */
record Indexed(Optional<Throwable> failure, IndexRows rows) {
  /** The statement needs nothing of the index, or has everything. */
  static final Indexed READY = new Indexed(Optional.empty(), IndexRows.NOT_ASKED);
}
