package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;

/** A write older than a drop is discarded in silence, but only on the source. */
final class DroppedColumnsCheck implements PlanCheck {

  private static final String ID = "dropped-columns";

  @Override
  public Verdict judge(PlanContext context) {

    List<String> dropped = context.source().features().droppedColumns();
    return dropped.isEmpty()
        ? Verdict.pass(ID, "no dropped columns" + Known.fromFileOnly(context))
        : Verdict.warn(
            ID,
            "columns " + dropped + " were dropped from the source; they are not copied",
            "nothing, unless you mean to add them again");
  }
}
