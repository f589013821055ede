package dev.rekey.demo;

import dev.rekey.orchestrator.cli.RekeyCli;
import dev.rekey.orchestrator.cli.Terminal;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Runs the command line's own code in this process; nobody is asked anything. */
final class InProcessOperator implements Operator {
  private final DemoConsole console;

  InProcessOperator(DemoConsole console) {
    this.console = console;
  }

  @Override
  public int run(String... arguments) {
    PrintWriter out = new PrintWriter(console.out(), true, StandardCharsets.UTF_8);
    Terminal.Style style =
        console.style() == DemoConsole.Style.TERMINAL
            ? Terminal.Style.INTERACTIVE
            : Terminal.Style.PLAIN;
    return new RekeyCli(new Terminal(out, out, Optional.empty(), environment(), style))
        .run(arguments);
  }

  /** This process's, with a Spark process that starts fast rather than runs long. */
  static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putIfAbsent(
        "REKEY_BACKFILL_JAVA_OPTS", "-Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
    return environment;
  }
}
