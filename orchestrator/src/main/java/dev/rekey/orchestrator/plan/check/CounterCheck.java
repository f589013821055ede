package dev.rekey.orchestrator.plan.check;

import dev.rekey.core.mapping.Column;
import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;

/** Increments cannot be replayed exactly. */
final class CounterCheck implements PlanCheck {

  private static final String ID = "counters";

  @Override
  public Verdict judge(PlanContext context) {

    List<String> counters =
        context.mapping().source().columns().stream()
            .filter(column -> column.type().equals("counter"))
            .map(Column::name)
            .toList();
    return counters.isEmpty()
        ? Verdict.pass(ID, "no counter columns")
        : Verdict.refuse(
            ID,
            "counter columns "
                + counters
                + ": an increment between the copy's read and its write is lost or counted twice,"
                + " and a counter takes neither INSERT nor TIMESTAMP",
            "stop the writers and copy the totals by hand, or count in another table from now on");
  }
}
