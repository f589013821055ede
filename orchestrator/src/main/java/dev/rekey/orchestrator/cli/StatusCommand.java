package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rekey.control.MigrationRecord;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.engine.Stores;
import dev.rekey.orchestrator.engine.Timing;
import dev.rekey.orchestrator.verb.NextCommand;
import dev.rekey.orchestrator.verb.StatusReport;
import dev.rekey.orchestrator.verb.VerbContext;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "status",
    description = "Says where a migration stands; without a name, where each of them stands.")
final class StatusCommand extends ConnectedCommand {

  @Parameters(arity = "0..1", paramLabel = "MIGRATION", description = "Its name.")
  private String migration;

  @Option(names = "--json", description = "As JSON, one object for each migration.")
  private boolean json;

  @Override
  ExitCode run(CqlSession session) {
    Stores stores = stores(session);
    List<MigrationRecord> records =
        migration == null
            ? stores.migrations().all()
            : List.of(
                context(session, VerbContext.Mode.DRY_RUN, Timing.DEFAULT)
                    .migration(Optional.of(migration)));
    if (json) {
      printJson(records.stream().map(record -> StatusReport.of(stores, record).data()).toList());
      return ExitCode.DONE;
    }
    if (records.isEmpty()) {
      terminal().say("No migration yet.");
      terminal().say("Next: rekey plan SPEC");
    }
    for (MigrationRecord record : records) {
      StatusReport.of(stores, record).lines().forEach(terminal()::say);
      terminal().say("");
      terminal().say("Next: " + NextCommand.after(record.state(), record.name()));
    }
    return ExitCode.DONE;
  }

  private void printJson(Object data) {
    try {
      terminal().say(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(data));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot print the status as JSON", e);
    }
  }
}
