package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "journal",
    description = "Shows writes that are still owed to a table, and gives up what it refuses.",
    subcommands = {JournalShowCommand.class, JournalDiscardCommand.class})
final class JournalCommand extends CliCommand {

  @Spec private CommandSpec spec;

  @Override
  ExitCode run() {
    throw new ParameterException(
        spec.commandLine(), "Cannot guess what to do with the journal: no command given");
  }
}
