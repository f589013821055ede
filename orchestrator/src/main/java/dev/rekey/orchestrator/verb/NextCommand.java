package dev.rekey.orchestrator.verb;

import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.TransitionTable;
import dev.rekey.core.state.Verb;
import java.util.Optional;

/** What an operator does next; every command ends with it. */
public final class NextCommand {

  private NextCommand() {}

  /** A command line, or a sentence where nothing follows. */
  public static String after(MigrationState state, String migration) {
    Optional<Verb> forward = TransitionTable.forward(state);
    if (state == MigrationState.SOURCE_DROPPED) {
      return "nothing more is needed; applications may go on naming the old table";
    }
    if (state == MigrationState.ROLLED_BACK) {
      return "nothing more is needed; the target may be dropped by hand";
    }
    return forward
        .map(verb -> verb == Verb.SOAK ? Verb.RETIRE : verb)
        .map(verb -> "rekey " + verb.command() + " " + migration)
        .orElse("nothing");
  }
}
