package dev.rekey.runbooks;

import java.time.Duration;
import java.util.List;

/** What a step does. */
public sealed interface StepAction {

  /** Runs a command that changes something. */
  record Run(List<String> command) implements StepAction {
    /** Copies the command. */
    public Run {
      command = List.copyOf(command);
    }
  }

  /** Runs a command that only looks; it must succeed at once. */
  record Gate(List<String> command) implements StepAction {
    /** Copies the command. */
    public Gate {
      command = List.copyOf(command);
    }
  }

  /** Asks the operator to type {@code expected}. */
  record Confirm(String question, String expected) implements StepAction {}

  /** Repeats a command until it succeeds; the step's budget bounds it. */
  record Wait(List<String> command, Duration every) implements StepAction {
    /** Copies the command; a pause of nothing would be a busy loop. */
    public Wait {
      command = List.copyOf(command);
      if (every.isZero() || every.isNegative()) {
        throw new IllegalArgumentException(
            "Cannot wait: the pause between two tries must be positive (" + every + ")");
      }
    }
  }
}
