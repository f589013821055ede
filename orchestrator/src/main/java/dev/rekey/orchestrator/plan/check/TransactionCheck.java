package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import dev.rekey.orchestrator.spec.Spec;
import dev.rekey.orchestrator.spec.SpecStatement;
import java.util.List;

/** A conditional write cannot be mirrored as a statement. */
final class TransactionCheck implements PlanCheck {

  private static final String ID = "lightweight-transactions";

  @Override
  public Verdict judge(PlanContext context) {

    List<String> conditional =
        context.spec().writes().stream()
            .filter(statement -> Conditional.isConditional(statement.cql()))
            .map(SpecStatement::id)
            .toList();
    if (context.spec().policies().transactions() == Spec.Transactions.NONE
        && conditional.isEmpty()) {
      return Verdict.pass(ID, "none declared; the interceptor refuses them at run time");
    }
    return Verdict.refuse(
        ID,
        "lightweight transactions are used "
            + (conditional.isEmpty() ? "" : conditional + " ")
            + ": their outcome and their time are decided by the server, so the mirror must copy"
            + " state",
        "replace IF by plain writes on this table; mirroring by state is not supported yet");
  }
}
