package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;

/** A table with views cannot be dropped, and views have keys of their own. */
final class ViewCheck implements PlanCheck {

  private static final String ID = "materialized-views";

  @Override
  public Verdict judge(PlanContext context) {

    List<String> views = context.source().features().views();
    return views.isEmpty()
        ? Verdict.pass(ID, "no materialized views" + Known.fromFileOnly(context))
        : Verdict.refuse(
            ID,
            "materialized views " + views + " depend on the source: it could not be dropped",
            "replace the views by tables (or drop them) first");
  }
}
