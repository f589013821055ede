package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.verb.InitVerb;
import dev.rekey.orchestrator.verb.VerbContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "init",
    description =
        "Creates or upgrades the control keyspace; once, before applications adopt Rekey.")
final class InitCommand extends ConnectedCommand {

  @Option(names = "--dry-run", description = "Show what would be executed; change nothing.")
  private boolean dryRun;

  @Override
  ExitCode run(CqlSession session) {
    return new InitVerb(
            session, narrator(), dryRun ? VerbContext.Mode.DRY_RUN : VerbContext.Mode.REAL)
        .run();
  }
}
