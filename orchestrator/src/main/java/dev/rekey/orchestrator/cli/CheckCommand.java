package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.engine.Timing;
import dev.rekey.orchestrator.verb.CheckVerb;
import dev.rekey.orchestrator.verb.JobOptions;
import dev.rekey.orchestrator.verb.Readiness;
import dev.rekey.orchestrator.verb.VerbContext;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "check",
    description =
        "Looks at every guard of the next step without taking it; exits as that step would.")
final class CheckCommand extends ConnectedCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "MIGRATION",
      description = "Its name; may be left out when there is only one.")
  private String migration;

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Override
  ExitCode run(CqlSession session) {
    VerbContext context = context(session, VerbContext.Mode.CHECK, Timing.DEFAULT);
    JobOptions options = new JobOptions(List.of(), terminal().environment());
    Readiness readiness = new CheckVerb(context, Optional.ofNullable(migration), options).look();
    if (json) {
      Json.print(terminal(), readiness.data());
    } else {
      readiness.lines().forEach(terminal()::say);
    }
    return readiness.exitCode();
  }
}
