package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.engine.Timing;
import dev.rekey.orchestrator.verb.Confirmation;
import dev.rekey.orchestrator.verb.DiscardVerb;
import dev.rekey.orchestrator.verb.VerbContext;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "discard",
    description =
        "Gives up one owed write that its table refuses for good, and makes the evidence void.")
final class JournalDiscardCommand extends ConnectedCommand {

  @Parameters(index = "0", paramLabel = "MIGRATION", description = "Its name.")
  private String migration;

  @Parameters(
      index = "1",
      paramLabel = "ENTRY",
      description = "The entry's id, as 'rekey journal show' prints it.")
  private UUID entry;

  @Option(
      names = "--confirm",
      paramLabel = "NAME",
      description = "The migration's name, typed in full.")
  private String confirm;

  @Option(names = "--dry-run", description = "Show the entry and the guards; change nothing.")
  private boolean dryRun;

  @Override
  ExitCode run(CqlSession session) {
    VerbContext.Mode mode = dryRun ? VerbContext.Mode.DRY_RUN : VerbContext.Mode.REAL;
    return new DiscardVerb(
            context(session, mode, Timing.DEFAULT),
            Optional.of(migration),
            entry,
            new Confirmation(Optional.ofNullable(confirm), terminal()::ask))
        .run();
  }
}
