package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "runbook",
    description = "Works with runbooks.",
    subcommands = {RunbookRunCommand.class})
final class RunbookCommand extends CliCommand {

  @Spec private CommandSpec spec;

  @Override
  ExitCode run() {
    throw new ParameterException(
        spec.commandLine(), "Cannot guess what to do with runbooks: no command given");
  }
}
