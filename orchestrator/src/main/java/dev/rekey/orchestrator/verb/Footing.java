package dev.rekey.orchestrator.verb;

import dev.rekey.control.Publication;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.core.state.Transition;
import dev.rekey.core.state.TransitionTable;
import dev.rekey.core.state.Verb;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import java.util.Optional;

/**
 * What a verb stands on: a command that died half-way has published a phase that its migration's
 * state does not show. Only that command, and a rollback, may go on from there; to every other one
 * the state tells half of the truth. Pure.
 */
final class Footing {

  private Footing() {}

  /** The verb that has left its walk half made; empty where state and phase agree. */
  static Optional<Verb> begun(MigrationState state, Publication publication) {
    Phase phase = publication.phase();
    // Phase SOURCE is published again by nothing but a rollback.
    boolean goingHome = phase == Phase.SOURCE && publication.epoch() > 0;
    if (state.isFinal() || (phase == settled(state) && !goingHome)) {
      return Optional.empty();
    }
    return TransitionTable.rows().stream()
        .filter(row -> row.from() == state && leadsThrough(row, phase))
        .map(Transition::verb)
        .findFirst()
        .or(() -> Optional.of(Verb.ROLLBACK));
  }

  /**
   * Lets a verb pass where state and phase agree, and the verb that was begun.
   *
   * @throws RekeyException with exit code 17, naming the command that was begun
   */
  static void require(String migration, MigrationState state, Publication publication, Verb verb) {
    Optional<Verb> begun = begun(state, publication).filter(other -> other != verb);
    if (begun.isEmpty() || verb == Verb.ROLLBACK) {
      return;
    }
    Verb other = begun.get();
    boolean lost = other == Verb.ROLLBACK && publication.phase() == Phase.SOURCE;
    throw new RekeyException(
        ExitCode.REFUSED,
        "Cannot %s %s: a %s was begun and has not ended (state %s, phase %s)%s; nothing was changed"
            .formatted(
                verb.command(),
                migration,
                other.command(),
                state,
                publication.phase(),
                lost ? ", so the target lacks what was written since" : ""),
        next(migration, other));
  }

  /** The way on from a walk that was left half made. */
  static String next(String migration, Verb begun) {
    return switch (begun) {
      case ROLLBACK -> "'rekey rollback %s' finishes it".formatted(migration);
      case RETIRE -> "'rekey retire %s --confirm %s' finishes it".formatted(migration, migration);
      default ->
          "'rekey rollback %s' takes it back, 'rekey %s %s' finishes it"
              .formatted(migration, begun.command(), migration);
    };
  }

  private static boolean leadsThrough(Transition row, Phase phase) {
    return row.verb() != Verb.ROLLBACK
        && settled(row.from()).stepsTo(row.phase()).contains(phase)
        && phase != Phase.SOURCE;
  }

  /** The phase of the whole fleet while nothing is on its way. */
  private static Phase settled(MigrationState state) {
    return TransitionTable.rows().stream()
        .filter(row -> row.to() == state)
        .map(Transition::phase)
        .findFirst()
        .orElse(Phase.SOURCE);
  }
}
