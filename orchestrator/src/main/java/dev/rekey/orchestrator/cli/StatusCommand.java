package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.MigrationRecord;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.engine.Stores;
import dev.rekey.orchestrator.engine.Timing;
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
      Json.print(
          terminal(),
          records.stream().map(record -> StatusReport.of(stores, record).data()).toList());
      return ExitCode.DONE;
    }
    if (records.isEmpty()) {
      terminal().say("No migration yet.");
      terminal().say("Next: rekey plan SPEC");
    }
    for (MigrationRecord record : records) {
      StatusReport report = StatusReport.of(stores, record);
      report.lines().forEach(terminal()::say);
      terminal().say("");
      terminal().say("Next: " + report.next());
      if (!record.equals(records.get(records.size() - 1))) {
        terminal().say("");
      }
    }
    return ExitCode.DONE;
  }
}
