package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.verb.DropVerb;
import dev.rekey.orchestrator.verb.VerbContext;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "drop", description = "Drops the source table. Point of no return.")
final class DropCommand extends VerbCommand {

  @Option(
      names = "--confirm",
      paramLabel = "NAME",
      description = "The source table's full name: keyspace.table.")
  private String confirm;

  @Override
  ExitCode run(VerbContext context, Optional<String> name) {
    return new DropVerb(context, name, confirmation(confirm)).run();
  }
}
