package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;

/** Consumers of the change log would see every row again. */
final class CdcCheck implements PlanCheck {

  private static final String ID = "cdc";

  @Override
  public Verdict judge(PlanContext context) {

    boolean on = "true".equals(context.source().options().get("cdc"));
    return on
        ? Verdict.warn(
            ID,
            "cdc is on: it is not carried over, for the copy would appear as new changes",
            "after 'rekey verify', ALTER TABLE "
                + context.mapping().target().qualifiedName()
                + " WITH cdc = true, and point the consumers to it")
        : Verdict.pass(ID, "cdc is off" + Known.fromFileOnly(context));
  }
}
