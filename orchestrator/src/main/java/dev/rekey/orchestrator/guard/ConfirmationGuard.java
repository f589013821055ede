package dev.rekey.orchestrator.guard;

import dev.rekey.orchestrator.ExitCode;
import java.util.Optional;

/** The operator has typed the name of what cannot be brought back. */
public final class ConfirmationGuard implements Guard {

  private final String expected;
  private final Optional<String> given;
  private final String command;
  private final String consequence;

  /**
   * Compares what was given.
   *
   * @param command how to give it, for the remedy
   * @param consequence what is confirmed, for whoever has not seen the question
   */
  public ConfirmationGuard(
      String expected, Optional<String> given, String command, String consequence) {
    this.expected = expected;
    this.given = given;
    this.command = command;
    this.consequence = consequence;
  }

  @Override
  public GuardResult check() {
    return given.filter(expected::equals).isPresent()
        ? GuardResult.pass("confirmation", "'" + expected + "' was typed")
        : GuardResult.fail(
            "confirmation",
            ExitCode.NOT_CONFIRMED,
            "%s; nothing was changed. %s"
                .formatted(
                    given
                        .map(text -> "'" + text + "' was given instead of '" + expected + "'")
                        .orElse("the name was not typed"),
                    consequence),
            "to go on, type the full name: '%s --confirm %s'".formatted(command, expected));
  }
}
