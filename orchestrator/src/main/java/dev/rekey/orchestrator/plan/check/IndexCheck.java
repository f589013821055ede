package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.List;

/** Indexes are not carried over; their names are unique in a keyspace. */
final class IndexCheck implements PlanCheck {

  private static final String ID = "indexes";

  @Override
  public Verdict judge(PlanContext context) {

    List<String> indexes = context.source().features().indexes();
    return indexes.isEmpty()
        ? Verdict.pass(ID, "no indexes" + Known.fromFileOnly(context))
        : Verdict.warn(
            ID,
            "indexes " + indexes + " are not created on the target",
            "create the ones you need on "
                + context.mapping().target().qualifiedName()
                + " under new names right after 'rekey start', and wait until they are built");
  }
}
