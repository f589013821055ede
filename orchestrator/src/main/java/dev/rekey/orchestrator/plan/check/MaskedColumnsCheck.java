package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;

/** Without UNMASK the server hands out masked values and says nothing. */
final class MaskedColumnsCheck implements PlanCheck {

  private static final String ID = "masked-columns";

  @Override
  public Verdict judge(PlanContext context) {

    List<String> masked = context.source().features().maskedColumns();
    return masked.isEmpty()
        ? Verdict.pass(ID, "no masked columns")
        : Verdict.refuse(
            ID,
            "columns "
                + masked
                + " are masked: a role without UNMASK would copy masked values in silence, and"
                + " masks are not carried over yet",
            "drop the masks, re-key, and set them on the target");
  }
}
