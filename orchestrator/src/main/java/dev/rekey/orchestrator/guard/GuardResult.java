package dev.rekey.orchestrator.guard;

import dev.rekey.orchestrator.ExitCode;
import java.util.Objects;
import java.util.Optional;

/**
 * What a guard found.
 *
 * @param name of the guard
 * @param failure how the command ends if nothing changes; empty if the guard passed
 * @param measured the value the judgement rests on
 * @param remedy what to do about a failure or a warning; empty if the guard simply passed
 */
public record GuardResult(
    String name, Optional<ExitCode> failure, String measured, Optional<String> remedy) {

  /** Refuses missing parts. */
  public GuardResult {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(failure, "failure");
    Objects.requireNonNull(measured, "measured");
    Objects.requireNonNull(remedy, "remedy");
  }

  /** It holds. */
  public static GuardResult pass(String name, String measured) {
    return new GuardResult(name, Optional.empty(), measured, Optional.empty());
  }

  /** It holds, but proves less than it might. */
  public static GuardResult warn(String name, String measured, String advice) {
    return new GuardResult(name, Optional.empty(), measured, Optional.of(advice));
  }

  /** It does not hold. */
  public static GuardResult fail(String name, String measured, String remedy) {
    return fail(name, ExitCode.GUARD_FAILED, measured, remedy);
  }

  /** It does not hold, and the command ends with this code. */
  public static GuardResult fail(String name, ExitCode exitCode, String measured, String remedy) {
    return new GuardResult(name, Optional.of(exitCode), measured, Optional.of(remedy));
  }

  /** Whether the guard holds. */
  public boolean passed() {
    return failure.isEmpty();
  }

  /** One line, with the remedy on a second one. */
  @Override
  public String toString() {
    String verdict = passed() ? remedy.isEmpty() ? "PASS" : "WARN" : "FAIL";
    String head = "  %s  %s: %s".formatted(verdict, name, measured);
    String word = passed() ? "advice" : "remedy";
    return remedy.map(text -> "%s\n        %s: %s".formatted(head, word, text)).orElse(head);
  }
}
