package dev.rekey.orchestrator.verb;

import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.rekey.control.BackfillRun;
import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Verb;
import dev.rekey.orchestrator.engine.BackfillProcess;
import dev.rekey.orchestrator.engine.Claim;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.guard.FleetGuard;
import dev.rekey.orchestrator.guard.Guard;
import dev.rekey.orchestrator.guard.RangesGuard;
import dev.rekey.orchestrator.spec.Spec;
import dev.rekey.orchestrator.spec.SpecReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** Copies every row that was written before the fence; continues a run that was interrupted. */
public final class BackfillVerb extends MigrationVerb {

  private final JobOptions options;

  /** A verb for the named migration. */
  public BackfillVerb(VerbContext context, Optional<String> name, JobOptions options) {
    super(context, name);
    this.options = options;
  }

  @Override
  Verb verb() {
    return Verb.BACKFILL;
  }

  @Override
  List<Guard> guards(MigrationRecord record, FleetView fleet) {
    List<Guard> guards = new ArrayList<>(StandardGuards.all(context(), record));
    guards.add(new FleetGuard(fleet, record));
    return guards;
  }

  @Override
  List<String> actions(MigrationRecord record) {
    return List.of(
        unfinished(record)
                .map(run -> "continue run %s".formatted(run.run()))
                .orElse("begin a new run")
            + " of the Spark job, in a process of its own",
        "prove that its ranges cover the ring and none failed",
        "move to BACKFILLED");
  }

  @Override
  void perform(Claim claim) {
    if (claim.record().state() == MigrationState.DUAL_WRITING) {
      move(claim, MigrationState.BACKFILLING, "copy begun");
    }
    UUID run = unfinished(claim.record()).map(BackfillRun::run).orElseGet(() -> create(claim));
    BackfillProcess process =
        new BackfillProcess(
            context().stores().session(), claim, context().narrator(), options.environment());
    int exitCode = process.run("copy", run, options.arguments());
    JobOutcome.require(exitCode, "backfill", command(claim.record()));
    List<Guard> proofs = new ArrayList<>(StandardGuards.ofTables(context(), claim.record()));
    proofs.add(new RangesGuard(context().stores(), claim.record()));
    Guards.require(proofs, "call the copy complete", context().narrator());
    Optional<BackfillRun> finished =
        context().stores().backfills().find(claim.record().name(), run);
    move(
        claim,
        MigrationState.BACKFILLED,
        "every range is copied",
        Map.of(
            "run", run.toString(),
            "rows", finished.map(done -> Long.toString(done.totals().rows())).orElse("unknown")));
  }

  private Optional<BackfillRun> unfinished(MigrationRecord record) {
    long fence = record.publication().fence().orElse(-1);
    return context().stores().backfills().runs(record.name()).stream()
        .filter(run -> run.kind() == BackfillRun.Kind.COPY && run.fence() == fence)
        .filter(run -> run.status() != BackfillRun.Status.ABORTED)
        .findFirst();
  }

  private UUID create(Claim claim) {
    MigrationRecord record = claim.record();
    UUID run = Uuids.timeBased();
    context()
        .stores()
        .backfills()
        .create(
            new BackfillRun(
                record.name(),
                run,
                BackfillRun.Kind.COPY,
                BackfillRun.Status.RUNNING,
                new BackfillRun.Order(BackfillRun.Request.RUN, rate(record)),
                claim.token(),
                record.publication().fence().orElseThrow(),
                0,
                BackfillRun.Totals.ZERO,
                Optional.empty(),
                context().stores().clock().instant(),
                Optional.empty()));
    return run;
  }

  private OptionalLong rate(MigrationRecord record) {
    Optional<Spec> spec =
        context()
            .stores()
            .mappings()
            .spec(record.name(), record.mapping().specChecksum())
            .map(text -> SpecReader.stored(record.name(), text));
    return spec.map(known -> known.limits().backfillRowsPerSecond()).orElse(OptionalLong.empty());
  }
}
