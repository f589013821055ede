package dev.rekey.orchestrator.cli;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A command line whose words are kept; nobody answers unless answers are given. */
public final class RecordingTerminal {

  private final Map<String, String> environment = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Optional<String> answers = Optional.empty();

  /** Types these lines when asked. */
  public RecordingTerminal answering(String lines) {
    answers = Optional.of(lines);
    return this;
  }

  /** Sets a variable of the environment. */
  public RecordingTerminal with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Runs a command and forgets what was said before. */
  public int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    Terminal terminal =
        new Terminal(
            new PrintWriter(out),
            new PrintWriter(err),
            answers.map(lines -> new BufferedReader(new StringReader(lines))),
            environment,
            Terminal.Style.PLAIN);
    return new RekeyCli(terminal).run(arguments);
  }

  /** What was printed. */
  public String out() {
    return out.toString();
  }

  /** What was complained about. */
  public String err() {
    return err.toString();
  }
}
