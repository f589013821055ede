package dev.rekey.migrations;

import java.util.List;

/**
 * Whether the scripts fit the history.
 *
 * @param problems everything that would make {@link Migrations#migrate()} refuse; empty when fit
 * @param pending scripts it would run, in order
 */
public record ValidateResult(List<String> problems, List<String> pending) {
  public ValidateResult {
    problems = List.copyOf(problems);
    pending = List.copyOf(pending);
  }

  /** Whether there is no problem. Pending scripts are none. */
  public boolean valid() {
    return problems.isEmpty();
  }
}
