package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.EventRecord;
import dev.rekey.control.MigrationRecord;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.engine.Timing;
import dev.rekey.orchestrator.verb.NextCommand;
import dev.rekey.orchestrator.verb.VerbContext;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "history", description = "Prints what was done, when, by whom.")
final class HistoryCommand extends ConnectedCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "MIGRATION",
      description = "Its name; may be left out when there is only one.")
  private String migration;

  @Override
  ExitCode run(CqlSession session) {
    VerbContext context = context(session, VerbContext.Mode.DRY_RUN, Timing.DEFAULT);
    MigrationRecord record = context.migration(Optional.ofNullable(migration));
    context
        .stores()
        .events()
        .list(record.name(), record.createdAt(), context.stores().clock().instant())
        .forEach(event -> terminal().say(line(event)));
    terminal().say("");
    terminal().say("Next: " + NextCommand.after(record));
    return ExitCode.DONE;
  }

  private static String line(EventRecord event) {
    String move =
        event.toState().isPresent()
            ? " %s -> %s".formatted(event.fromState().orElse("-"), event.toState().get())
            : "";
    String detail = event.detail().isEmpty() ? "" : " " + new TreeMap<>(event.detail());
    return "%s  %-13s%s  %s%s  (%s@%s: %s)"
        .formatted(
            event.at(),
            event.kind(),
            move,
            event.message().replaceAll("\\s+", " "),
            detail,
            event.origin().who(),
            event.origin().host(),
            event.origin().command());
  }
}
