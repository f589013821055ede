package dev.rekey.cql;

import java.util.Optional;

/**
 * USING TIMESTAMP and TTL: an integer literal or a marker each; the span is that of the clause with
 * its word.
 */
public record Using(Optional<Term> timestamp, Optional<Term> ttl, Optional<Span> span) {

  static Using none() {
    return new Using(Optional.empty(), Optional.empty(), Optional.empty());
  }
}
