package dev.rekey.orchestrator.plan.check;

import dev.rekey.core.mapping.Column;
import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;

/** A static belongs to a partition; when partitions split or meet it has no single place. */
final class StaticsCheck implements PlanCheck {

  private static final String ID = "statics";

  @Override
  public Verdict judge(PlanContext context) {

    List<String> statics = context.mapping().source().statics().stream().map(Column::name).toList();
    if (statics.isEmpty()) {
      return Verdict.pass(ID, "no static columns");
    }
    if (context.partitionSplits()) {
      return Verdict.refuse(
          ID,
          "static columns "
              + statics
              + ": one source partition becomes many target partitions, each would need a copy, and"
              + " a partition that holds only statics has no target partition at all",
          "move the statics to a table of their own, keyed by "
              + names(context.mapping().source().partitionKey())
              + "; replicating them is not supported yet");
    }
    if (context.partitionsMerge() || context.mapping().target().clustering().isEmpty()) {
      return Verdict.refuse(
          ID,
          "static columns "
              + statics
              + ": several source partitions meet in one target partition, which has one value",
          "move the statics to a table of their own, keyed by "
              + names(context.mapping().source().partitionKey()));
    }
    return Verdict.refuse(
        ID,
        "static columns "
            + statics
            + ": each partition keeps its own, but copying them is not built",
        "move the statics to a table of their own");
  }

  private static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }
}
