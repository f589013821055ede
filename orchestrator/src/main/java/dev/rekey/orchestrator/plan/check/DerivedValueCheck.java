package dev.rekey.orchestrator.plan.check;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;

/** A derived column outside the key would have to be kept right by every partial update. */
final class DerivedValueCheck implements PlanCheck {

  private static final String ID = "derived-values";

  @Override
  public Verdict judge(PlanContext context) {
    List<String> derived =
        context.mapping().target().columns().stream()
            .filter(column -> !column.kind().isKey())
            .filter(column -> !carriesValue(context, column))
            .map(Column::name)
            .toList();
    return derived.isEmpty()
        ? Verdict.pass(ID, "only key columns are derived")
        : Verdict.refuse(
            ID,
            "columns "
                + derived
                + " are derived, or filled from the old key, but not in the new key: an update of"
                + " part of a row would leave them wrong",
            "put them into the key, or leave them out and derive them when reading");
  }

  private static boolean carriesValue(PlanContext context, Column column) {
    return context.mapping().rule(column.name()) instanceof Derivation.Copy copy
        && !context.mapping().source().requireColumn(copy.column()).kind().isKey();
  }
}
