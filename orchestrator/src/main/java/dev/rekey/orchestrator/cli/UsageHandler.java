package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Wrong options: what is wrong, the usage line, and where to read more. */
final class UsageHandler implements IParameterExceptionHandler {

  private final Terminal terminal;

  UsageHandler(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public int handleParseException(ParameterException exception, String[] arguments) {
    CommandLine command = exception.getCommandLine();
    terminal.warn(exception.getMessage());
    UnmatchedArgumentException.printSuggestions(exception, terminal.err());
    terminal.warn("  next: " + command.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE.code();
  }
}
