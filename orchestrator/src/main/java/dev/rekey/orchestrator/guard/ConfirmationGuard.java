package dev.rekey.orchestrator.guard;

import dev.rekey.orchestrator.ExitCode;
import java.util.Optional;

/** The operator has typed the name of what cannot be brought back. */
public final class ConfirmationGuard implements Guard {

  private final String expected;
  private final Optional<String> given;
  private final String command;

  /**
   * Compares what was given.
   *
   * @param command how to give it, for the remedy
   */
  public ConfirmationGuard(String expected, Optional<String> given, String command) {
    this.expected = expected;
    this.given = given;
    this.command = command;
  }

  @Override
  public GuardResult check() {
    return given.filter(expected::equals).isPresent()
        ? GuardResult.pass("confirmation", "'" + expected + "' was typed")
        : GuardResult.fail(
            "confirmation",
            ExitCode.NOT_CONFIRMED,
            given
                .map(text -> "'" + text + "' was given instead of '" + expected + "'")
                .orElse("nothing was typed"),
            "type %s, or run: %s --confirm %s".formatted(expected, command, expected));
  }
}
