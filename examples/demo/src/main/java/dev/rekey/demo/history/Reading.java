package dev.rekey.demo.history;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;

/**
 * The columns of a row outside its key.
 *
 * @param tags empty stands for null too: Cassandra stores no empty set
 */
public record Reading(
    double value, String unit, int quality, Optional<String> note, Set<String> tags) {
  public Reading {
    requireNonNull(unit, "unit is null");
    requireNonNull(note, "note is null");
    tags = Set.copyOf(tags);
  }

  public Reading withQuality(int newQuality) {
    return new Reading(value, unit, newQuality, note, tags);
  }

  public Reading withNote(Optional<String> newNote) {
    return new Reading(value, unit, quality, newNote, tags);
  }

  public Reading withTags(Set<String> newTags) {
    return new Reading(value, unit, quality, note, newTags);
  }
}
