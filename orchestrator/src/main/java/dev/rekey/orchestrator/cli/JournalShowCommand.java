package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.engine.Timing;
import dev.rekey.orchestrator.verb.JournalReport;
import dev.rekey.orchestrator.verb.VerbContext;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    description = "Which writes are owed, since when, to which table, and why they wait.")
final class JournalShowCommand extends ConnectedCommand {

  private static final int MOST = 10_000;

  @Parameters(
      arity = "0..1",
      paramLabel = "MIGRATION",
      description = "Its name; may be left out when there is only one.")
  private String migration;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many are shown at most, from 1 to 10000. Default: 20.")
  private int limit;

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Override
  void checkBeforeConnecting() {
    if (limit < 1 || limit > MOST) {
      throw new RekeyException(
          ExitCode.USAGE,
          "Cannot show %d entries: not from 1 to %d".formatted(limit, MOST),
          "give another --limit");
    }
  }

  @Override
  ExitCode run(CqlSession session) {
    VerbContext context = context(session, VerbContext.Mode.DRY_RUN, Timing.DEFAULT);
    JournalReport report =
        JournalReport.of(
            context.stores(), context.migration(Optional.ofNullable(migration)), limit);
    if (json) {
      Json.print(terminal(), report.data());
    } else {
      report.lines().forEach(terminal()::say);
      report.next().ifPresent(next -> terminal().say("\nNext: " + next));
    }
    return ExitCode.DONE;
  }
}
