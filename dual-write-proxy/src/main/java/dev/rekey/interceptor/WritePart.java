package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.Bindings;
import dev.rekey.cql.route.BoundCql;
import dev.rekey.cql.route.WritePlan;
import java.util.List;
import java.util.Optional;

/**
 * One statement of a write with the tables it goes to.
 *
 * @param plan empty for a statement on another table, which goes with the lead leg as it is
 * @param verbatim its own text, where it was part of a BATCH text
 * @param indexed what the bucket index had to do with it
 */
record WritePart(
    Optional<String> migration,
    Phase phase,
    Optional<WritePlan> plan,
    Optional<BoundCql> verbatim,
    Bindings bindings,
    BatchableStatement<?> application,
    Indexed indexed) {

  WritePart(
      Optional<String> migration,
      Phase phase,
      Optional<WritePlan> plan,
      Optional<BoundCql> verbatim,
      Bindings bindings,
      BatchableStatement<?> application) {
    this(migration, phase, plan, verbatim, bindings, application, Indexed.READY);
  }

  WritePart with(Indexed known) {
    return new WritePart(migration, phase, plan, verbatim, bindings, application, known);
  }

  Leg lead() {
    return phase.lead();
  }

  boolean isMirrored() {
    return plan.isPresent() && phase.isDual();
  }

  /** Whether the application's own statement is what this leg needs. */
  boolean isAsWritten(Leg leg) {
    return plan.isEmpty() || (leg == Leg.SOURCE && !plan.get().changesSource());
  }

  /** What this leg needs; more than one statement where one becomes several target partitions. */
  List<BoundCql> cql(Leg leg) {
    if (plan.isEmpty()) {
      return List.of(verbatim.orElseThrow());
    }
    return leg == Leg.SOURCE
        ? List.of(plan.get().source(bindings))
        : plan.get().target(bindings, indexed.rows());
  }
}
