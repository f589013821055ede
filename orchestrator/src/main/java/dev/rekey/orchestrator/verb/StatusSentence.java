package dev.rekey.orchestrator.verb;

import dev.rekey.control.EvidenceRecord;
import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.Phase;
import dev.rekey.core.state.Verb;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a migration stands, in one sentence: what applications use now, and what stands in the way.
 * Pure.
 */
final class StatusSentence {

  private StatusSentence() {}

  static String of(
      MigrationRecord record, int owed, Optional<EvidenceRecord> evidence, Instant now) {
    String trouble =
        record
            .failure()
            .map(why -> " The last command failed: " + firstLine(why))
            .or(() -> record.paused().map(why -> " It is paused: " + why))
            .orElse("");
    String where =
        Footing.begun(record.state(), record.publication())
            .map(verb -> halfMade(record, verb))
            .orElseGet(() -> settled(record, evidence, now));
    String journal = owed == 0 ? "" : "; writes still owed: %d".formatted(owed);
    return "%s %s%s.%s".formatted(record.name(), where, journal, trouble);
  }

  /** Whether the newest evidence may be built on; the guards of the switch look at more. */
  static boolean isBelieved(Optional<EvidenceRecord> evidence, Instant now) {
    return evidence
        .filter(found -> found.voided().isEmpty())
        .filter(found -> found.verdict() == EvidenceRecord.Verdict.EQUAL)
        .filter(found -> now.isBefore(found.expiresAt()))
        .isPresent();
  }

  private static String halfMade(MigrationRecord record, Verb verb) {
    Phase phase = record.publication().phase();
    return "is in the middle of a %s (state %s, phase %s): reads use %s, writes go to %s%s"
        .formatted(
            verb.command(),
            record.state(),
            phase,
            phase.readsTarget() ? record.target() : record.source(),
            phase.isDual() ? "both tables" : "it only",
            phase.isStrict()
                ? ", and a write that fails on one of them fails for the application"
                : "");
  }

  private static String settled(
      MigrationRecord record, Optional<EvidenceRecord> evidence, Instant now) {
    String source = record.source().cql();
    String target = record.target().cql();
    return switch (record.state()) {
      case PLANNED -> "is planned; nothing exists yet";
      case TARGET_CREATED -> "has an empty target; applications still use " + source + " only";
      case DUAL_WRITING -> "writes both tables; old rows are not copied yet";
      case BACKFILLING -> "is being copied; reads use " + source;
      case BACKFILLED -> "is copied, but not verified; reads use " + source;
      case VERIFIED ->
          isBelieved(evidence, now)
              ? "is verified: both tables are equal; reads use " + source
              : "was verified, but %s, so it must be verified again; reads use %s"
                  .formatted(doubt(evidence, now), source);
      case READS_SWITCHED -> "reads " + target + "; both tables are written";
      case SOAKED -> "reads " + target + " and has been watched long enough";
      case SOURCE_RETIRED -> "uses " + target + " only; " + source + " can be dropped";
      case SOURCE_DROPPED -> "uses " + target + " only; " + source + " is gone";
      case COMPLETED -> "is complete";
      case ROLLED_BACK -> "was rolled back; " + source + " is as it always was";
    };
  }

  private static String doubt(Optional<EvidenceRecord> evidence, Instant now) {
    if (evidence.isEmpty()) {
      return "the evidence is gone";
    }
    EvidenceRecord found = evidence.get();
    if (found.voided().isPresent()) {
      return "the evidence is void (%s)".formatted(found.voided().get());
    }
    return found.verdict() == EvidenceRecord.Verdict.EQUAL
        ? "the evidence expired at %s".formatted(found.expiresAt())
        : "the tables differed at %s".formatted(found.finishedAt());
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
