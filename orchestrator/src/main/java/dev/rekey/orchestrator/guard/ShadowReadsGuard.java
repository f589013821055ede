package dev.rekey.orchestrator.guard;

import dev.rekey.control.EvidenceRecord;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.engine.ShadowCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the application itself reads is answered alike by both tables: no compared read has differed
 * since the newest verification, and enough were compared to mean something.
 */
public final class ShadowReadsGuard implements Guard {
  private static final String NAME = "shadow-reads";
  private static final long ENOUGH = 100;
  private static final Duration CLOCK_MARGIN = Duration.ofSeconds(5);

  private final FleetView fleet;
  private final String migration;
  private final Instant since;

  /**
   * Judges what the instances have told.
   *
   * @param evidence what a verification found later than a difference is no longer held against it
   */
  public ShadowReadsGuard(FleetView fleet, String migration, Optional<EvidenceRecord> evidence) {
    this.fleet = fleet;
    this.migration = migration;
    this.since =
        evidence.map(found -> found.finishedAt().minus(CLOCK_MARGIN)).orElse(Instant.EPOCH);
  }

  @Override
  public GuardResult check() {
    ShadowCounts counts = ShadowCounts.of(fleet, migration);
    if (counts.lastMismatch().filter(since::isBefore).isPresent()) {
      return GuardResult.fail(
          NAME,
          "the tables answered %d of the application's reads differently, the last at %s: %s"
              .formatted(
                  counts.mismatched(),
                  counts.lastMismatch().get(),
                  String.join("; ", counts.queries())),
          "rekey verify " + migration);
    }
    String measured =
        "%d reads compared, %d unresolved, %d dropped"
            .formatted(counts.compared(), counts.unresolved(), counts.dropped());
    return counts.compared() >= ENOUGH
        ? GuardResult.pass(NAME, measured)
        : GuardResult.warn(
            NAME,
            measured + ", which proves little",
            "leave the application reading for a while after the verification, or let it compare more (its option shadowReads)");
  }
}
