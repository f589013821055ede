package dev.rekey.orchestrator;

import java.util.Objects;
import java.util.Optional;

/** A command that cannot go on: what, why with the values, how it exits and what to do next. */
public final class RekeyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;
  private final transient Optional<String> next;

  /**
   * Makes one.
   *
   * @param message "Cannot do what: why (values)"
   * @param next what to do about it, for a person
   */
  public RekeyException(ExitCode exitCode, String message, String next) {
    super(Objects.requireNonNull(message, "message"));
    this.exitCode = Objects.requireNonNull(exitCode, "exitCode");
    this.next = Optional.of(next);
  }

  /** The same with the cause. */
  public RekeyException(ExitCode exitCode, String message, String next, Throwable cause) {
    super(Objects.requireNonNull(message, "message"), cause);
    this.exitCode = Objects.requireNonNull(exitCode, "exitCode");
    this.next = Optional.of(next);
  }

  /** How the process ends. */
  public ExitCode exitCode() {
    return exitCode;
  }

  /** What to do about it. */
  public Optional<String> next() {
    return next == null ? Optional.empty() : next;
  }
}
