package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;

/** Whether a row lives on without cells cannot be read; it must be declared. */
final class RowMarkerCheck implements PlanCheck {

  private static final String ID = "row-marker";

  @Override
  public Verdict judge(PlanContext context) {

    boolean keyOnly = context.mapping().source().regulars().isEmpty();
    if (keyOnly) {
      return Verdict.warn(
          ID,
          "the table has key columns only: when its rows were written and when they expire cannot be"
              + " read, so they are copied just below the fence and without TTL",
          context.source().number("default_time_to_live", 0) > 0
              ? "the source has a default TTL: copied rows would live for ever; wait until one TTL"
                  + " has passed after dual writes began instead of copying"
              : "nothing, unless rows were written with USING TTL");
    }
    return Verdict.pass(
        ID,
        "rows are made by "
            + context.spec().policies().rowMarker()
            + " as declared (row-marker); rows without any cell are copied as they are");
  }
}
