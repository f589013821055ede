package dev.rekey.orchestrator.cli;

import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns every failure into words and an exit code. */
final class FailureHandler implements IExecutionExceptionHandler {

  private final Terminal terminal;

  FailureHandler(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    return Failures.report(terminal, failure).code();
  }
}
