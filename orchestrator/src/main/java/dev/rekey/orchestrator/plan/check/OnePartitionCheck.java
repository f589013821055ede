package dev.rekey.orchestrator.plan.check;

import dev.rekey.core.mapping.Derivation;
import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;

/** A key of few values makes few, huge partitions. */
final class OnePartitionCheck implements PlanCheck {

  private static final String ID = "partition-spread";

  @Override
  public Verdict judge(PlanContext context) {

    boolean finite =
        context.mapping().target().partitionKey().stream()
            .allMatch(column -> context.mapping().rule(column.name()) instanceof Derivation.Finite);
    return finite
        ? Verdict.warn(
            ID,
            "every partition key column has a fixed set of values: the whole table lives in a few"
                + " partitions",
            "add a column with many values to the partition key")
        : Verdict.pass(ID, "the partition key grows with the data");
  }
}
