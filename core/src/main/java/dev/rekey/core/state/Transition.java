package dev.rekey.core.state;

import static java.util.Objects.requireNonNull;

/**
 * One allowed move.
 *
 * @param phase the phase of the whole fleet once the move is complete
 */
public record Transition(MigrationState from, Verb verb, MigrationState to, Phase phase) {
  public Transition {
    requireNonNull(from, "from is null");
    requireNonNull(verb, "verb is null");
    requireNonNull(to, "to is null");
    requireNonNull(phase, "phase is null");
    if (from.isFinal()) {
      throw new IllegalArgumentException(
          "Cannot leave state %s: it is final (%s)".formatted(from, verb));
    }
  }
}
