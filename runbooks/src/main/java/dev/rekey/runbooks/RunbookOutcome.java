package dev.rekey.runbooks;

/** How a run of a runbook ended. */
public sealed interface RunbookOutcome {

  /** Every step is done. */
  record Completed(int steps) implements RunbookOutcome {}

  /** A command of a step did not succeed. */
  record StepFailed(Step step, int exitCode, String why) implements RunbookOutcome {}

  /** The operator has not confirmed; nothing of that step was done. */
  record NotConfirmed(Step step, String expected) implements RunbookOutcome {}
}
