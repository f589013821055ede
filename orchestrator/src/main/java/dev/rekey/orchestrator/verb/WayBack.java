package dev.rekey.orchestrator.verb;

import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.core.state.Transition;
import dev.rekey.core.state.TransitionTable;
import dev.rekey.core.state.Verb;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;

/**
 * Where a rollback leads, and where it does not: a command that died half-way has published a phase
 * which its migration's state does not show yet, and both count. Pure.
 */
final class WayBack {

  private WayBack() {}

  /** What the operator asks for. */
  enum Wish {
    /** The step that was made last is taken back. */
    ONE_STEP,
    /** The migration is given up, although its tables were found equal. */
    GIVE_UP
  }

  /** The state and the phase a rollback ends in. */
  record Goal(MigrationState state, Phase phase) {}

  /**
   * Where a rollback leads.
   *
   * @throws RekeyException with exit code 17 if there is no way back, or if the migration would be
   *     given up without having been asked for it
   */
  static Goal from(String migration, MigrationState state, Phase phase, Wish wish) {
    Transition transition = TransitionTable.require(state, Verb.ROLLBACK);
    if (phase == Phase.TARGET) {
      throw new RekeyException(
          ExitCode.REFUSED,
          "Cannot rollback %s: phase %s is published already, so the source may lack writes that were acknowledged; nothing was changed"
              .formatted(migration, phase),
          "'rekey retire %s --confirm %s' finishes what was begun".formatted(migration, migration));
    }
    if (state != MigrationState.VERIFIED || phase == Phase.SOURCE) {
      return new Goal(transition.to(), transition.phase());
    }
    if (phase != Phase.DUAL) {
      return new Goal(MigrationState.VERIFIED, Phase.DUAL);
    }
    // A rollback of the switch that is run again, since its end was not seen, arrives here.
    if (wish == Wish.ONE_STEP) {
      throw new RekeyException(
          ExitCode.REFUSED,
          "Cannot rollback %s: it is %s, its reads use the source and both tables are written; going back further gives the migration up, and with it the copy; nothing was changed"
              .formatted(migration, state),
          "nothing more is needed to read the source; 'rekey rollback %s --abandon' gives the migration up"
              .formatted(migration));
    }
    return new Goal(transition.to(), transition.phase());
  }
}
