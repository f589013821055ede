package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** What every command has. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
abstract class CliCommand implements Callable<Integer>, CommandFactory.TerminalUser {

  private Terminal terminal;
  private RekeyCli cli;

  @Override
  public final void use(Terminal givenTerminal, RekeyCli givenCli) {
    this.terminal = givenTerminal;
    this.cli = givenCli;
  }

  final Terminal terminal() {
    return terminal;
  }

  final RekeyCli cli() {
    return cli;
  }

  @Override
  public final Integer call() {
    return run().code();
  }

  abstract ExitCode run();
}
