package dev.rekey.orchestrator.plan.check;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.CqlType;
import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;
import java.util.Set;

/** Some types compare equal with different bytes, depending on where they stand in the key. */
final class SpellingCheck implements PlanCheck {

  private static final String ID = "equal-spellings";

  @Override
  public Verdict judge(PlanContext context) {

    List<String> moved =
        context.mapping().target().primaryKey().stream()
            .filter(column -> SPELLINGS.contains(CqlType.parse(column.type()).name()))
            .filter(column -> changesRole(context, column))
            .map(Column::name)
            .toList();
    return moved.isEmpty()
        ? Verdict.pass(ID, "no key column with several spellings of one value changes its role")
        : Verdict.warn(
            ID,
            moved
                + " move between partition key and clustering: values such as 1.0 and 1.00 are one"
                + " row in clustering and two in a partition key",
            "count distinct new keys and compare with the number of rows before the switch");
  }

  private static final Set<String> SPELLINGS =
      Set.of("decimal", "varint", "boolean", "tuple", "frozen", "float", "double");

  private static boolean changesRole(PlanContext context, Column column) {
    return context.mapping().rule(column.name()).sources().stream()
        .map(context.mapping().source()::requireColumn)
        .anyMatch(source -> source.kind() != column.kind());
  }
}
