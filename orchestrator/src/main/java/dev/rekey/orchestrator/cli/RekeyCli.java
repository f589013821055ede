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
  private final Optional<CommandLines> shown;
  private List<String> arguments = List.of();

  /** A command line that speaks and listens on these; nothing else is touched. */
  public RekeyCli(Terminal terminal) {
    this(terminal, Optional.empty());
  }

  private RekeyCli(Terminal terminal, Optional<CommandLines> shown) {
    this.terminal = terminal;
    this.shown = shown;
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
  public int run(String... given) {
    arguments = List.of(given);
    Terminal speaking = terminal.with(commandLines());
    CommandLine commandLine =
        new CommandLine(new RootCommand(), new CommandFactory(speaking, this));
    commandLine.setOut(terminal.out());
    commandLine.setErr(terminal.err());
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setParameterExceptionHandler(new UsageHandler(speaking));
    commandLine.setExecutionExceptionHandler(new FailureHandler(speaking));
    int exitCode = commandLine.execute(given);
    terminal.out().flush();
    terminal.err().flush();
    return exitCode;
  }

  /** What the running command was given, for the history. */
  List<String> arguments() {
    return arguments;
  }

  /** Runs a step of this command; what it prints is for the operator who typed this one. */
  RekeyCli forStep() {
    return new RekeyCli(terminal, Optional.of(commandLines()));
  }

  private CommandLines commandLines() {
    return shown.orElseGet(() -> CommandLines.typed(arguments, terminal.environment()));
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
