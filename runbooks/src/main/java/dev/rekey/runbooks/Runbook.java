package dev.rekey.runbooks;

import java.util.List;

/**
 * A runbook with every parameter filled in.
 *
 * @param name the runbook's own name
 * @param title one line for the operator
 * @param migration the migration whose state decides which steps are done
 * @param steps in order, at least one
 */
public record Runbook(String name, String title, String migration, List<Step> steps) {

  /** Copies the steps. */
  public Runbook {
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("Cannot make a runbook: it has no steps (" + name + ")");
    }
  }
}
