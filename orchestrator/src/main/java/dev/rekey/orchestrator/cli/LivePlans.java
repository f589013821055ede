package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.TableName;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.plan.LiveSchema;
import dev.rekey.orchestrator.plan.LiveSizing;
import dev.rekey.orchestrator.plan.Plan;
import dev.rekey.orchestrator.plan.Planner;
import dev.rekey.orchestrator.plan.RouterJudge;
import dev.rekey.orchestrator.plan.Sizing;
import dev.rekey.orchestrator.plan.TableSchema;
import dev.rekey.orchestrator.plan.check.PlanChecks;
import dev.rekey.orchestrator.spec.SpecDraft;
import dev.rekey.orchestrator.verb.VerbContext;
import java.util.Optional;

/** Plans against a running cluster. */
final class LivePlans {

  private LivePlans() {}

  /** With a look at the data. */
  static Plan measured(CqlSession session, SpecDraft draft) {
    LiveSchema schema = new LiveSchema(session);
    TableSchema source = source(schema, draft);
    return planner(schema).plan(draft, source, LiveSizing.measure(session, source.shape()));
  }

  /** Without one, for a start; a source that a started migration has dropped is a refusal. */
  static Plan plan(CqlSession session, SpecDraft draft, VerbContext context) {
    LiveSchema schema = new LiveSchema(session);
    Optional<MigrationRecord> record = context.stores().migrations().find(draft.require().name());
    if (record.isPresent() && schema.find(record.get().source()).isEmpty()) {
      throw new RekeyException(
          ExitCode.REFUSED,
          "Cannot start %s: the migration is %s and its source is gone"
              .formatted(record.get().name(), record.get().state()),
          "rekey status " + record.get().name());
    }
    return planner(schema).plan(draft, source(schema, draft), Sizing.NOT_MEASURED);
  }

  private static Planner planner(LiveSchema schema) {
    return new Planner(PlanChecks.all(), new RouterJudge(), schema.version());
  }

  private static TableSchema source(LiveSchema schema, SpecDraft draft) {
    if (draft.source().isEmpty()) {
      draft.require();
    }
    TableName name = draft.source().orElseThrow();
    return schema
        .find(name)
        .orElseThrow(
            () ->
                new RekeyException(
                    ExitCode.REFUSED,
                    "Cannot plan: the cluster has no table " + name,
                    "check 'source' in the spec, and --contact-point"));
  }
}
