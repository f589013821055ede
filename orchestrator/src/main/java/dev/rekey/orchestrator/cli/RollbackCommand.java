package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.verb.RollbackVerb;
import dev.rekey.orchestrator.verb.VerbContext;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "rollback",
    description = "Goes back: reads to the source after the switch, else gives the migration up.")
final class RollbackCommand extends VerbCommand {

  @Option(
      names = "--abandon",
      description = "Give the migration up although its tables were found equal.")
  private boolean abandon;

  @Override
  ExitCode run(VerbContext context, Optional<String> name) {
    RollbackVerb verb =
        abandon ? RollbackVerb.abandoning(context, name) : RollbackVerb.ofOneStep(context, name);
    return verb.run();
  }
}
