package dev.rekey.orchestrator.plan;

import java.util.List;

/**
 * What is known of the source's partitions.
 *
 * @param lines for the reader of the plan, at least one
 */
public record Sizing(List<String> lines) {

  /** Nothing was measured. */
  public static final Sizing NOT_MEASURED =
      new Sizing(List.of("not measured (no cluster was asked; give --contact-point)"));

  /** Copies the lines. */
  public Sizing {
    lines = List.copyOf(lines);
  }
}
