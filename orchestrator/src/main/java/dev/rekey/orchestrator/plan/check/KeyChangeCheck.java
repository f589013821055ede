package dev.rekey.orchestrator.plan.check;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.KeyChange;
import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;

/** Only class A can be re-keyed without reading the source row at every write. */
final class KeyChangeCheck implements PlanCheck {

  private static final String ID = "key-change";

  @Override
  public Verdict judge(PlanContext context) {

    KeyChange change = context.mapping().keyChange();
    String reason = "class " + change + ": " + change.meaning();
    return switch (change) {
      case A -> Verdict.pass(ID, reason);
      case B ->
          Verdict.refuse(
              ID,
              reason + " " + regularSources(context),
              "derive the new key from old key columns only; write-once columns are not supported yet");
      case D ->
          Verdict.refuse(
              ID,
              reason + " (left out: " + String.join(", ", leftOut(context)) + ")",
              "keep every old key column in the new key; choosing a row by on-collision is not supported yet");
    };
  }

  private static List<String> leftOut(PlanContext context) {
    List<String> kept =
        context.mapping().target().primaryKey().stream()
            .map(column -> context.mapping().rule(column.name()))
            .filter(dev.rekey.core.mapping.Derivation.Copy.class::isInstance)
            .flatMap(rule -> rule.sources().stream())
            .toList();
    return context.mapping().source().primaryKey().stream()
        .map(Column::name)
        .filter(name -> !kept.contains(name))
        .toList();
  }

  private static List<String> regularSources(PlanContext context) {
    List<String> oldKey =
        context.mapping().source().primaryKey().stream().map(Column::name).toList();
    return context.mapping().target().primaryKey().stream()
        .flatMap(column -> context.mapping().rule(column.name()).sources().stream())
        .filter(name -> !oldKey.contains(name))
        .distinct()
        .toList();
  }
}
