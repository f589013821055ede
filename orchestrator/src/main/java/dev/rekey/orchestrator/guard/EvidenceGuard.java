package dev.rekey.orchestrator.guard;

import dev.rekey.control.EvidenceRecord;
import dev.rekey.control.EvidenceRecord.Verdict;
import dev.rekey.control.InstanceRecord;
import dev.rekey.control.InstanceRecord.Status;
import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.Phase;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.engine.Stores;
import java.time.Instant;
import java.util.Optional;

/** The newest verification found both tables equal, and nothing since has made it doubtful. */
public final class EvidenceGuard implements Guard {

  private static final String NAME = "evidence";

  private final Stores stores;
  private final MigrationRecord record;
  private final FleetView fleet;

  /** Looks at the newest evidence in the light of the fleet. */
  public EvidenceGuard(Stores stores, MigrationRecord record, FleetView fleet) {
    this.stores = stores;
    this.record = record;
    this.fleet = fleet;
  }

  @Override
  public GuardResult check() {
    Optional<EvidenceRecord> latest = stores.evidence().latest(record.name());
    if (latest.isEmpty()) {
      return fail(ExitCode.GUARD_FAILED, "there is none");
    }
    EvidenceRecord evidence = latest.get();
    if (evidence.voided().isPresent()) {
      return fail(ExitCode.GUARD_FAILED, "void: " + evidence.voided().get());
    }
    if (evidence.verdict() != Verdict.EQUAL) {
      return fail(ExitCode.VERIFICATION_FAILED, "the tables differ: " + differences(evidence));
    }
    if (evidence.source().rows() == 0 || evidence.target().rows() == 0) {
      return fail(
          ExitCode.VERIFICATION_FAILED,
          "nothing was compared (source %d rows, target %d)"
              .formatted(evidence.source().rows(), evidence.target().rows()));
    }
    Instant now = fleet.at();
    if (now.isAfter(evidence.expiresAt())) {
      return fail(ExitCode.GUARD_FAILED, "expired at " + evidence.expiresAt());
    }
    Optional<InstanceRecord> unclean =
        fleet.instances().stream()
            .filter(instance -> instance.status() == Status.DEAD)
            .filter(
                instance -> instance.endedAt().filter(evidence.startedAt()::isBefore).isPresent())
            .findFirst();
    if (unclean.isPresent()) {
      return fail(
          ExitCode.GUARD_FAILED,
          "instance %s ended without closing since the verification began"
              .formatted(unclean.get().label()));
    }
    Optional<InstanceRecord> torn = fleet.tornSince(record.name(), evidence.startedAt());
    if (torn.isPresent()) {
      return fail(
          ExitCode.GUARD_FAILED,
          "instance %s could not journal a write that may have reached one table only, since the verification began"
              .formatted(torn.get().label()));
    }
    return GuardResult.pass(
        NAME,
        "equal both ways: %d source rows, %d target rows, at %s, good until %s"
            .formatted(
                evidence.source().rows(),
                evidence.target().rows(),
                evidence.finishedAt(),
                evidence.expiresAt()));
  }

  /** In words: how many keys differ, by kind. */
  public static String differences(EvidenceRecord evidence) {
    EvidenceRecord.Differences found = evidence.differences();
    return "%d missing, %d stale, %d orphan, %d ttl, %d unresolved"
        .formatted(found.missing(), found.stale(), found.orphan(), found.ttl(), found.unresolved());
  }

  private GuardResult fail(ExitCode code, String measured) {
    String name = record.name();
    return GuardResult.fail(
        NAME,
        code,
        measured,
        record.publication().phase() == Phase.DUAL
            ? "rekey verify " + name
            : "'rekey rollback %s' takes the switch back, then 'rekey verify %s'"
                .formatted(name, name));
  }
}
