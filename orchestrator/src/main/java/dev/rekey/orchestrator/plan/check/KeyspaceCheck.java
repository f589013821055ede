package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;

/** A table in another keyspace has another replication. */
final class KeyspaceCheck implements PlanCheck {

  private static final String ID = "keyspace";

  @Override
  public Verdict judge(PlanContext context) {

    String source = context.mapping().source().keyspace();
    String target = context.mapping().target().keyspace();
    return source.equals(target)
        ? Verdict.pass(ID, "both tables share keyspace " + source)
        : Verdict.warn(
            ID,
            "the target lies in keyspace " + target + ", the source in " + source,
            "make sure that its replication is at least the source's, and that roles may use it");
  }
}
