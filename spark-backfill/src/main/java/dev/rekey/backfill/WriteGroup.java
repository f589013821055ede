package dev.rekey.backfill;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * One statement of a copied row: cells of equal writetime and equal expiry.
 *
 * @param verb INSERT also writes the row marker
 * @param timestamp microseconds
 * @param expirySecond second since the epoch at which all of it ends, empty if it does not
 * @param cells empty for a statement that writes only the marker
 */
record WriteGroup(Verb verb, long timestamp, OptionalLong expirySecond, List<Cell> cells) {

  enum Verb {
    INSERT,
    UPDATE
  }

  WriteGroup {
    Objects.requireNonNull(verb, "verb is null");
    Objects.requireNonNull(expirySecond, "expirySecond is null");
    cells = List.copyOf(cells);
  }
}
