package dev.rekey.orchestrator.plan.check;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.CqlType;
import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;

/** A list that is not frozen cannot be copied twice, nor its index operations mirrored. */
final class ListCheck implements PlanCheck {

  private static final String ID = "lists";

  @Override
  public Verdict judge(PlanContext context) {

    List<String> lists =
        context.mapping().source().columns().stream()
            .filter(column -> CqlType.parse(column.type()).name().equals("list"))
            .map(Column::name)
            .toList();
    return lists.isEmpty()
        ? Verdict.pass(ID, "no lists, or frozen ones only")
        : Verdict.refuse(
            ID,
            "non-frozen lists "
                + lists
                + ": elements are found by a hidden time stamp, so a second copy doubles them and"
                + " operations by index hit other elements",
            "make the column frozen<list<...>>, a set or a map first; writes to lists are mirrored by"
                + " state, but copying the lists that exist is not supported yet");
  }
}
