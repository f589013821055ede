package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import dev.rekey.core.state.IllegalTransitionException;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.plan.SchemaException;
import dev.rekey.runbooks.yaml.DocumentException;
import java.util.concurrent.CompletionException;

/** What is said about a failure, and how the process ends. */
final class Failures {

  private Failures() {}

  static ExitCode report(Terminal terminal, Exception failure) {
    if (failure instanceof CompletionException && failure.getCause() instanceof Exception cause) {
      return report(terminal, cause);
    }
    if (failure instanceof RekeyException known) {
      return say(terminal, known.exitCode(), known.getMessage(), known.next().orElse(""));
    }
    if (failure instanceof DocumentException document) {
      return say(
          terminal, ExitCode.USAGE, document.getMessage(), "correct the file and run this again");
    }
    if (failure instanceof SchemaException schema) {
      return say(terminal, ExitCode.USAGE, schema.getMessage(), "name another file with --schema");
    }
    if (failure instanceof IllegalTransitionException illegal) {
      return say(terminal, ExitCode.REFUSED, illegal.getMessage(), "rekey status");
    }
    if (failure instanceof AllNodesFailedException nodes) {
      return say(
          terminal,
          ExitCode.CANNOT_CONNECT,
          "Cannot reach the cluster: " + nodes.getMessage(),
          "check --contact-point and --local-dc, then run this again");
    }
    if (failure instanceof DriverException driver) {
      return say(
          terminal,
          ExitCode.CANNOT_CONNECT,
          "Cannot finish: the cluster did not do what was asked (" + driver.getMessage() + ")",
          "look at 'rekey status', then run this again");
    }
    terminal.warn("Cannot finish: this is a fault of Rekey itself; please report what follows");
    failure.printStackTrace(terminal.err());
    terminal.warn("  next: rekey status");
    return ExitCode.INTERNAL;
  }

  private static ExitCode say(Terminal terminal, ExitCode code, String message, String next) {
    terminal.warn(message);
    if (!next.isEmpty()) {
      terminal.warn("  next: " + next);
    }
    return code;
  }
}
