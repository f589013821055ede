package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.TargetTable;
import dev.rekey.orchestrator.plan.Verdict;

/** A tombstone must outlive the longest time a copied row can be held. */
final class GcGraceCheck implements PlanCheck {

  private static final String ID = "gc-grace";

  @Override
  public Verdict judge(PlanContext context) {

    long seconds = context.target().gcGraceSeconds();
    return seconds >= TargetTable.MIN_GC_GRACE_SECONDS
        ? Verdict.pass(ID, "gc_grace_seconds of the target is " + seconds)
        : Verdict.refuse(
            ID,
            "gc_grace_seconds of the target would be "
                + seconds
                + ", less than "
                + TargetTable.MIN_GC_GRACE_SECONDS
                + " (10 days): a tombstone purged before the last copied row arrives lets deleted"
                + " data come back",
            "leave gc_grace_seconds out of the spec's options; lower it after 'rekey drop'");
  }
}
