package dev.rekey.testkit;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Runs child processes to their end, always with a limit. */
final class Processes {

  private Processes() {}

  /**
   * Runs to the end and tells the exit status.
   *
   * @throws CassandraStartException if it cannot be started or takes longer than the limit
   */
  static int run(ProcessBuilder builder, long limitSeconds) {
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new CassandraStartException(
          "Cannot run '%s': %s".formatted(String.join(" ", builder.command()), e.getMessage()), e);
    }

    try {
      if (process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
        return process.exitValue();
      }

      throw new CassandraStartException(
          "Cannot wait any longer for '%s': it ran for more than %d s"
              .formatted(String.join(" ", builder.command()), limitSeconds));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CassandraStartException("Cannot wait for a process: interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Sends a signal such as {@code STOP}; the name is one of ours, never input. */
  static void signal(String name, long pid) {
    // Through the shell, which has kill built in: small images lack the program.
    int status =
        run(
            new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD),
            10);
    if (status != 0) {
      throw new IllegalStateException(
          "Cannot send SIG%s to process %d: kill exited with %d".formatted(name, pid, status));
    }
  }

  /** Waits until the process has ended; false if it still runs after the limit. */
  static boolean awaitEnd(Process process, long limitSeconds) {
    try {
      return process.waitFor(limitSeconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Cannot wait for the end of a server: interrupted", e);
    }
  }
}
