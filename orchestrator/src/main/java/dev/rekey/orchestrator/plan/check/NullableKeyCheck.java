package dev.rekey.orchestrator.plan.check;

import dev.rekey.core.mapping.Column;
import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;

/** A row whose new key has no value has no place in the target. */
final class NullableKeyCheck implements PlanCheck {

  private static final String ID = "null-keys";

  @Override
  public Verdict judge(PlanContext context) {

    List<String> oldKey =
        context.mapping().source().primaryKey().stream().map(Column::name).toList();
    List<String> nullable =
        context.mapping().target().primaryKey().stream()
            .flatMap(column -> context.mapping().rule(column.name()).sources().stream())
            .filter(name -> !oldKey.contains(name))
            .distinct()
            .toList();
    return nullable.isEmpty()
        ? Verdict.pass(ID, "every new key column comes from columns that are never null")
        : Verdict.warn(
            ID,
            nullable + " may be null, and such a row cannot be in the target",
            "give a value with if-null(" + nullable.get(0) + ", ...), and count the rows first");
  }
}
