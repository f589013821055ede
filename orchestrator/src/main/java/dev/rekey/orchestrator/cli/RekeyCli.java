package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/**
 * The {@code rekey} command. Thread-confined: one instance runs one command at a time; several
 * instances may run side by side in one process.
 */
public final class RekeyCli {

  private final Terminal terminal;
  private List<String> arguments = List.of();

  /** A command line that speaks and listens on these; nothing else is touched. */
  public RekeyCli(Terminal terminal) {
    this.terminal = terminal;
  }

  /** A command line for programs: plain lines, nobody to ask, the process's environment. */
  public static RekeyCli to(PrintStream out, PrintStream err) {
    return new RekeyCli(
        new Terminal(
            new PrintWriter(out, true, StandardCharsets.UTF_8),
            new PrintWriter(err, true, StandardCharsets.UTF_8),
            Optional.empty(),
            System.getenv(),
            Terminal.Style.PLAIN));
  }

  /** The same with another environment, e.g. to say where the cluster is. */
  public static RekeyCli to(PrintStream out, PrintStream err, Map<String, String> environment) {
    return new RekeyCli(
        new Terminal(
            new PrintWriter(out, true, StandardCharsets.UTF_8),
            new PrintWriter(err, true, StandardCharsets.UTF_8),
            Optional.empty(),
            Map.copyOf(environment),
            Terminal.Style.PLAIN));
  }

  /**
   * Runs one command.
   *
   * @return its exit code, see {@link ExitCode}; never throws
   */
  public int run(String... arguments) {
    this.arguments = List.of(arguments);
    CommandLine commandLine =
        new CommandLine(new RootCommand(), new CommandFactory(terminal, this));
    commandLine.setOut(terminal.out());
    commandLine.setErr(terminal.err());
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setParameterExceptionHandler(new UsageHandler(terminal));
    commandLine.setExecutionExceptionHandler(new FailureHandler(terminal));
    int exitCode = commandLine.execute(arguments);
    terminal.out().flush();
    terminal.err().flush();
    return exitCode;
  }

  /** What the running command was given, for the history. */
  List<String> arguments() {
    return arguments;
  }

  /** Runs another command on the same terminal. */
  RekeyCli another() {
    return new RekeyCli(terminal);
  }

  /** The process's entry point. */
  public static void main(String[] arguments) {
    boolean interactive = System.console() != null;
    Terminal terminal =
        new Terminal(
            new PrintWriter(System.out, true, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8),
            interactive
                ? Optional.of(
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)))
                : Optional.empty(),
            System.getenv(),
            interactive ? Terminal.Style.INTERACTIVE : Terminal.Style.PLAIN);
    System.exit(new RekeyCli(terminal).run(arguments));
  }
}
