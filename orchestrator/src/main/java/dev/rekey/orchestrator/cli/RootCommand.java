package dev.rekey.orchestrator.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "rekey",
    mixinStandardHelpOptions = true,
    versionProvider = RekeyVersion.class,
    description = "Re-keys live Apache Cassandra tables with zero downtime.",
    subcommands = {
      InitCommand.class,
      PlanCommand.class,
      StartCommand.class,
      DualWriteCommand.class,
      BackfillCommand.class,
      VerifyCommand.class,
      SwitchReadsCommand.class,
      RollbackCommand.class,
      RetireCommand.class,
      DropCommand.class,
      StatusCommand.class,
      CheckCommand.class,
      HistoryCommand.class,
      JournalCommand.class,
      RunbookCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 done, 2 usage, 10 guard failed, 11 waiting for confirmation, 12 aborted,",
      "13 lock or lease lost, 14 verification failed, 15 fleet not acknowledged,",
      "16 outcome unknown, 17 refused by plan or state, 18 cannot connect, 20 internal.",
      "Every command is safe to repeat: it continues where the last run ended."
    })
final class RootCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Cannot guess what to do: no command given");
  }

  CommandLine commandLine() {
    return spec.commandLine();
  }
}
