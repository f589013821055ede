package dev.rekey.orchestrator.plan.check;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.CqlType;
import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;

/** Elements of sets, maps and user types have write times only 5.0 can read. */
final class CollectionCheck implements PlanCheck {

  private static final String ID = "collections";

  @Override
  public Verdict judge(PlanContext context) {

    List<String> columns =
        context.mapping().source().columns().stream()
            .filter(Column::isMultiCell)
            .filter(column -> !CqlType.parse(column.type()).name().equals("list"))
            .map(Column::name)
            .toList();
    if (columns.isEmpty()) {
      return Verdict.pass(ID, "no columns of several cells");
    }
    return context.version().atLeast(5, 0)
        ? Verdict.pass(ID, columns + ": copied per element with its own write time and TTL")
        : Verdict.warn(
            ID,
            columns
                + ": Cassandra "
                + context.version()
                + " does not say when elements were written or expire; they are copied just below"
                + " the fence and without TTL",
            "accept that elements with a TTL of their own live on, or upgrade to 5.0 first");
  }
}
