package dev.rekey.orchestrator.plan.check;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.CqlType;
import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;
import java.util.Set;

/** A partition key of one column may not be empty; one of several may. */
final class EmptyKeyCheck implements PlanCheck {

  private static final String ID = "empty-keys";

  @Override
  public Verdict judge(PlanContext context) {

    List<Column> key = context.mapping().target().partitionKey();
    String type = CqlType.parse(key.get(0).type()).name();
    boolean mayBeEmpty = key.size() == 1 && MAYBE_EMPTY.contains(type);
    boolean wasWholeKey =
        context.mapping().source().partitionKey().size() == 1
            && context
                .mapping()
                .rule(key.get(0).name())
                .sources()
                .equals(List.of(context.mapping().source().partitionKey().get(0).name()));
    return !mayBeEmpty || wasWholeKey
        ? Verdict.pass(ID, "no new key column can be empty where the server forbids it")
        : Verdict.warn(
            ID,
            "column " + key.get(0).name() + " becomes the whole partition key and may not be empty",
            "look for rows where it is '' or 0x before the copy; or add a column to the partition"
                + " key");
  }

  private static final Set<String> MAYBE_EMPTY = Set.of("text", "varchar", "ascii", "blob");
}
