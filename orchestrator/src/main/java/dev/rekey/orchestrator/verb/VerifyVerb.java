package dev.rekey.orchestrator.verb;

import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.rekey.control.EvidenceRecord;
import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Verb;
import dev.rekey.orchestrator.engine.BackfillProcess;
import dev.rekey.orchestrator.engine.Claim;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.guard.EvidenceGuard;
import dev.rekey.orchestrator.guard.FleetGuard;
import dev.rekey.orchestrator.guard.Guard;
import dev.rekey.orchestrator.guard.RangesGuard;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Compares both tables, two-way, and stores the result as evidence. */
public final class VerifyVerb extends MigrationVerb {

  private static final int SAMPLES_SHOWN = 10;

  private final JobOptions options;

  /** A verb for the named migration. */
  public VerifyVerb(VerbContext context, Optional<String> name, JobOptions options) {
    super(context, name);
    this.options = options;
  }

  @Override
  Verb verb() {
    return Verb.VERIFY;
  }

  @Override
  List<Guard> guards(MigrationRecord record, FleetView fleet) {
    List<Guard> guards = new ArrayList<>(StandardGuards.all(context(), record));
    guards.add(new FleetGuard(fleet, record));
    guards.add(new RangesGuard(context().stores(), record));
    return guards;
  }

  @Override
  List<String> actions(MigrationRecord record) {
    return List.of(
        "compare both tables in a process of its own and store the evidence",
        "move to VERIFIED if they are equal");
  }

  @Override
  void perform(Claim claim) {
    MigrationRecord record = claim.record();
    // Whoever died unseen must be found before the comparison begins, not after it.
    FleetView fleet = barrier(claim).await();
    UUID run = Uuids.timeBased();
    List<String> arguments = new ArrayList<>(options.arguments());
    arguments.addAll(
        List.of("--max-lag-millis", Long.toString(record.settings().maxLag().toMillis())));
    BackfillProcess process =
        new BackfillProcess(
            context().stores().session(), claim, context().narrator(), options.environment());
    int exitCode = process.run("verify", run, arguments);
    Optional<EvidenceRecord> evidence = context().stores().evidence().latest(record.name());
    evidence.ifPresent(this::show);
    JobOutcome.require(exitCode, "verification", command(record));
    List<Guard> proofs = new ArrayList<>(StandardGuards.ofTables(context(), record));
    proofs.add(new EvidenceGuard(context().stores(), record, barrier(claim).look()));
    Guards.require(proofs, "call the tables equal", context().narrator());
    move(
        claim,
        MigrationState.VERIFIED,
        "both tables are equal",
        Map.of(
            "evidence", evidence.map(found -> found.id().toString()).orElse("none"),
            "instances", Integer.toString(fleet.live().size())));
  }

  private void show(EvidenceRecord evidence) {
    say(
        "  source %d rows, target %d rows: %s (%s)"
            .formatted(
                evidence.source().rows(),
                evidence.target().rows(),
                evidence.verdict(),
                EvidenceGuard.differences(evidence)));
    evidence.samples().stream().limit(SAMPLES_SHOWN).forEach(sample -> say("    " + sample));
  }
}
