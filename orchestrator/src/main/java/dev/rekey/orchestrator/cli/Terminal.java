package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;

/**
 * Where a command speaks and is spoken to.
 *
 * @param out results
 * @param err mistakes and warnings
 * @param in answers of the operator; empty when nobody can answer
 * @param environment the process's environment
 * @param style whether lines may be drawn over
 * @param commandLines makes those that are printed runnable
 */
public record Terminal(
    PrintWriter out,
    PrintWriter err,
    Optional<BufferedReader> in,
    Map<String, String> environment,
    Style style,
    CommandLines commandLines) {

  /** A terminal on which command lines are printed as they are. */
  public Terminal(
      PrintWriter out,
      PrintWriter err,
      Optional<BufferedReader> in,
      Map<String, String> environment,
      Style style) {
    this(out, err, in, environment, style, CommandLines.PLAIN);
  }

  /** What the output is. */
  public enum Style {
    /** A terminal: a line may be drawn over. */
    INTERACTIVE,
    /** A file or a pipe: plain lines. */
    PLAIN
  }

  /** Prints a line of the result at once. */
  public void say(String line) {
    out.println(commandLines.runnable(line));
    out.flush();
  }

  /** Prints a line beside the result at once. */
  public void warn(String line) {
    err.println(commandLines.runnable(line));
    err.flush();
  }

  Terminal with(CommandLines lines) {
    return new Terminal(out, err, in, environment, style, lines);
  }

  /** Asks the operator; empty when nobody can answer. */
  public Optional<String> ask(String question) {
    if (in.isEmpty()) {
      return Optional.empty();
    }
    out.print(question);
    out.flush();
    try {
      return Optional.ofNullable(in.get().readLine()).map(String::strip);
    } catch (IOException e) {
      throw new RekeyException(
          ExitCode.NOT_CONFIRMED,
          "Cannot read the answer: " + e.getMessage(),
          "give it as --confirm",
          e);
    }
  }
}
