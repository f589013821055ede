package dev.rekey.backfill;

import dev.rekey.control.EvidenceRecord;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.state.Leg;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Turns what a comparison found into evidence and words. */
final class Report {

  private static final int MOST_SAMPLES = 20;

  private final RunContext context;
  private final Options options;
  private final Findings findings;

  Report(RunContext context, Options options, Findings findings) {
    this.context = context;
    this.options = options;
    this.findings = findings;
  }

  EvidenceRecord evidence(UUID id, Instant started, Optional<String> voided) {
    Instant now = Instant.now();
    return new EvidenceRecord(
        id,
        context.migration().publication().epoch(),
        verdict(),
        side(findings.source()),
        side(findings.target()),
        new EvidenceRecord.Differences(
            findings.count(Difference.MISSING),
            findings.count(Difference.STALE),
            findings.count(Difference.ORPHAN),
            findings.count(Difference.TTL),
            findings.unresolved().size(),
            findings.repaired().size()),
        samples(),
        started,
        now,
        now.plus(options.verify().evidenceLife()),
        voided);
  }

  private EvidenceRecord.Verdict verdict() {
    if (!findings.nothingLeft()) {
      return EvidenceRecord.Verdict.DIFFERENT;
    }
    return findings.unresolved().isEmpty() && !comparedNothing()
        ? EvidenceRecord.Verdict.EQUAL
        : EvidenceRecord.Verdict.UNRESOLVED;
  }

  /** Two empty tables prove nothing: the scan may have been blind. */
  private boolean comparedNothing() {
    return findings.source().rows() + findings.target().rows() == 0
        && !options.verify().allowEmpty();
  }

  private static EvidenceRecord.Side side(Findings.Side side) {
    return new EvidenceRecord.Side(side.rows(), side.digest().toString());
  }

  /** {@code verdict=equal source-rows=… target-rows=… missing=… stale=… …} on one line. */
  String summary(EvidenceRecord evidence) {
    EvidenceRecord.Differences found = evidence.differences();
    return "verdict=%s source-rows=%d target-rows=%d missing=%d stale=%d orphan=%d ttl=%d unresolved=%d repaired=%d%s%s%s"
        .formatted(
            evidence.verdict().name().toLowerCase(Locale.ROOT),
            evidence.source().rows(),
            evidence.target().rows(),
            found.missing(),
            found.stale(),
            found.orphan(),
            found.ttl(),
            found.unresolved(),
            found.repaired(),
            findings.complete() ? "" : " complete=false",
            findings.endsBySumsOnly() == 0 ? "" : " ends-by-sums=" + findings.endsBySumsOnly(),
            evidence.voided().map(reason -> " voided: " + reason).orElse(""));
  }

  private List<String> samples() {
    List<String> samples = new ArrayList<>();
    if (comparedNothing()) {
      samples.add(
          "Cannot call two empty tables equal: no row was compared."
              + " Use --allow-empty if the source really is empty.");
    }
    KeyText sourceKeys = keyText(Leg.SOURCE);
    for (Map.Entry<Candidate, Findings.Finding> difference : findings.differences().entrySet()) {
      if (samples.size() >= MOST_SAMPLES) {
        samples.add("and more");
        break;
      }
      Candidate key = difference.getKey();
      String kind = difference.getValue().kind().name().toLowerCase(Locale.ROOT);
      samples.add(
          kind + " " + sourceKeys.of(key.sourceKey()) + key.strayKey().map(this::stray).orElse(""));
    }
    findings.unresolved().stream()
        .limit(MOST_SAMPLES)
        .forEach(key -> samples.add("unresolved " + sourceKeys.of(key.sourceKey())));
    return samples;
  }

  private String stray(List<ByteBuffer> targetKey) {
    return " in the target at " + keyText(Leg.TARGET).of(targetKey);
  }

  private KeyText keyText(Leg side) {
    boolean source = side == Leg.SOURCE;
    TableReader reader = source ? context.plan().sourceReader() : context.plan().targetReader();
    List<Column> key =
        source
            ? context.plan().mapping().source().primaryKey()
            : context.plan().mapping().target().primaryKey();
    return new KeyText(
        context.session(),
        context.session().prepare(reader.byKey()),
        key.stream().map(Column::name).toList());
  }
}
