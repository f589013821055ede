package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.verb.RollbackVerb;
import dev.rekey.orchestrator.verb.VerbContext;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
    name = "rollback",
    description = "Goes back: reads to the source after the switch, else gives the migration up.")
final class RollbackCommand extends VerbCommand {

  @Override
  ExitCode run(VerbContext context, Optional<String> name) {
    return new RollbackVerb(context, name).run();
  }
}
