package dev.rekey.orchestrator.verb;

import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.TransitionTable;
import dev.rekey.core.state.Verb;
import java.util.Optional;

/**
 * What an operator does next; every command ends with it. It is a command line that can be run as
 * it stands, or a sentence with such command lines between single quotes: that is how the command
 * line finds them, to add what is needed to reach the cluster.
 */
public final class NextCommand {

  private NextCommand() {}

  /** A command line, or a sentence. */
  public static String after(MigrationRecord record) {
    Optional<Verb> begun = Footing.begun(record.state(), record.publication());
    if (begun.isPresent()) {
      return Footing.next(record.name(), begun.get());
    }
    String name = record.name();
    return switch (record.state()) {
      case SOURCE_DROPPED -> "nothing more is needed; applications may go on naming the old table";
      case ROLLED_BACK -> "nothing more is needed; the target may be dropped by hand";
      case COMPLETED -> "nothing more is needed";
      case PLANNED -> "'rekey start SPEC' again, with the same spec file";
      case READS_SWITCHED, SOAKED -> "rekey retire %s --confirm %s".formatted(name, name);
      case SOURCE_RETIRED -> "rekey drop %s --confirm %s".formatted(name, record.source().cql());
      default -> forward(record);
    };
  }

  /** The same where the evidence is not to be believed: the tables are compared before a switch. */
  public static String withoutEvidence(MigrationRecord record) {
    boolean standsVerified =
        record.state() == MigrationState.VERIFIED
            && Footing.begun(record.state(), record.publication()).isEmpty();
    return standsVerified ? "rekey verify " + record.name() : after(record);
  }

  private static String forward(MigrationRecord record) {
    return TransitionTable.forward(record.state())
        .map(verb -> "rekey " + verb.command() + " " + record.name())
        .orElse("nothing more is needed");
  }
}
