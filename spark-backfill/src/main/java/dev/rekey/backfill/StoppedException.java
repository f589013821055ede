package dev.rekey.backfill;

/** The run must end here; what was finished stays recorded. */
final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;

  StoppedException(ExitCode exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  ExitCode exitCode() {
    return exitCode;
  }
}
