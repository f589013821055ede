package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.TableSchema;
import dev.rekey.orchestrator.plan.Verdict;

/** COMPACT STORAGE hides columns and rows have no marker. */
final class CompactStorageCheck implements PlanCheck {

  private static final String ID = "compact-storage";

  @Override
  public Verdict judge(PlanContext context) {

    return context.source().features().layout() == TableSchema.Layout.CQL
        ? Verdict.pass(ID, "ordinary storage")
        : Verdict.refuse(
            ID,
            "the source is WITH COMPACT STORAGE: hidden columns and rows without a marker cannot be"
                + " copied exactly",
            "run ALTER TABLE ... DROP COMPACT STORAGE first and look at the columns that appear");
  }
}
