package dev.rekey.orchestrator.plan.check;

import dev.rekey.core.mapping.KeyChange;
import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import dev.rekey.orchestrator.spec.Spec;
import dev.rekey.orchestrator.spec.SpecStatement;
import java.util.List;

/** A conditional write is decided on one table, and its row is then copied to the other. */
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
      return Verdict.pass(ID, "none declared");
    }
    String used =
        "lightweight transactions are used" + (conditional.isEmpty() ? "" : " " + conditional);
    boolean rowByRow =
        context.mapping().keyChange() == KeyChange.A
            && context.mapping().source().statics().isEmpty();
    if (!rowByRow) {
      return Verdict.refuse(
          ID,
          used
              + ": each is mirrored by copying its row, and here the row's place in the target is"
              + " not known from its key alone, or the table has static columns",
          "replace IF by plain writes on this table");
    }
    return Verdict.warn(
        ID,
        used
            + ": each is decided on the table that is read, journalled before and copied after, which"
            + " takes several round trips more; while reads are switched they wait, at most as long"
            + " as a lease, and then fail without having been sent",
        "keep conditional batches within one partition of the target, and let the application"
            + " repeat what was not sent");
  }
}
