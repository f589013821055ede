package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;

/** Triggers are code on the server that nobody re-creates by itself. */
final class TriggerCheck implements PlanCheck {

  private static final String ID = "triggers";

  @Override
  public Verdict judge(PlanContext context) {

    List<String> triggers = context.source().features().triggers();
    return triggers.isEmpty()
        ? Verdict.pass(ID, "no triggers" + Known.fromFileOnly(context))
        : Verdict.refuse(
            ID,
            "triggers " + triggers + " change data behind the mirrored statements",
            "remove the triggers first");
  }
}
