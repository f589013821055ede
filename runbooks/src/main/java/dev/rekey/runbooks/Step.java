package dev.rekey.runbooks;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * One step of a runbook, its parameters already filled in.
 *
 * @param id unique in its runbook
 * @param title one line for the operator
 * @param action what the step does
 * @param expectedState the migration's state after the step; empty when the step changes none
 * @param undo the command that takes the step back; empty when nothing does
 * @param budget how long the step may take; empty for no limit
 * @param nature whether the step can be taken back at all
 */
public record Step(
    String id,
    String title,
    StepAction action,
    Optional<String> expectedState,
    Optional<String> undo,
    Optional<Duration> budget,
    Nature nature) {

  /** Whether a step can be taken back. */
  public enum Nature {
    /** The undo, or doing nothing, leads back. */
    REVERSIBLE,
    /** Nothing leads back. */
    POINT_OF_NO_RETURN
  }

  /** Refuses missing parts. */
  public Step {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(expectedState, "expectedState");
    Objects.requireNonNull(undo, "undo");
    Objects.requireNonNull(budget, "budget");
    Objects.requireNonNull(nature, "nature");
  }
}
