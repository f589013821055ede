package dev.rekey.orchestrator.verb;

import dev.rekey.control.BackfillRun;
import dev.rekey.control.EvidenceRecord;
import dev.rekey.control.InstanceRecord;
import dev.rekey.control.MigrationRecord;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.engine.ShadowCounts;
import dev.rekey.orchestrator.engine.Stores;
import dev.rekey.orchestrator.guard.EvidenceGuard;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where a migration stands: a sentence, then the details; or the same as data. */
public final class StatusReport {

  private static final int JOURNAL_SHOWN = 10_000;

  private final MigrationRecord record;
  private final FleetView fleet;
  private final Optional<BackfillRun> run;
  private final Optional<EvidenceRecord> evidence;
  private final int owed;

  private StatusReport(
      MigrationRecord record,
      FleetView fleet,
      Optional<BackfillRun> run,
      Optional<EvidenceRecord> evidence,
      int owed) {
    this.record = record;
    this.fleet = fleet;
    this.run = run;
    this.evidence = evidence;
    this.owed = owed;
  }

  /** Looks; changes nothing. */
  public static StatusReport of(Stores stores, MigrationRecord record) {
    return new StatusReport(
        record,
        new FleetView(stores.instances().list(), stores.clock().instant()),
        stores.backfills().runs(record.name()).stream().findFirst(),
        stores.evidence().latest(record.name()),
        stores.journal().open(record.name(), JOURNAL_SHOWN));
  }

  /** For a person. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(sentence());
    lines.add("");
    lines.add("  state     %s since %s".formatted(record.state(), record.updatedAt()));
    lines.add("  tables    %s -> %s".formatted(record.source(), record.target()));
    lines.add(
        "  phase     %s, epoch %d, fence %s"
            .formatted(
                record.publication().phase(),
                record.publication().epoch(),
                record.publication().fence().isPresent()
                    ? Long.toString(record.publication().fence().getAsLong())
                    : "none"));
    record.paused().ifPresent(why -> lines.add("  PAUSED    " + why));
    record.failure().ifPresent(why -> lines.add("  FAILED    " + why));
    lines.add(
        "  fleet     %d live, %d needed"
            .formatted(fleet.live().size(), record.settings().minInstances()));
    fleet.live().forEach(instance -> lines.add("            " + describe(instance)));
    lines.add(
        "  journal   %s writes owed%s"
            .formatted(
                owed >= JOURNAL_SHOWN ? owed + "+" : owed,
                owed == 0 ? "" : "; 'rekey journal show %s' says why".formatted(record.name())));
    ShadowCounts compared = ShadowCounts.of(fleet, record.name());
    lines.add(
        "  compared  %d reads answered alike by both tables, %d differently, %d unresolved, %d dropped"
            .formatted(
                compared.compared(),
                compared.mismatched(),
                compared.unresolved(),
                compared.dropped()));
    compared.queries().forEach(query -> lines.add("            DIFFERENT " + query));
    run.ifPresent(
        last ->
            lines.add(
                "  last run  %s %s: %d rows, %d ranges, %d skipped%s"
                    .formatted(
                        last.kind(),
                        last.status(),
                        last.totals().rows(),
                        last.rangesTotal(),
                        last.totals().skipped(),
                        last.message().map(text -> " (" + text + ")").orElse(""))));
    evidence.ifPresent(
        found ->
            lines.add(
                "  evidence  %s%s: source %d rows, target %d rows, %s, at %s"
                    .formatted(
                        found.verdict(),
                        found.voided().map(why -> " VOID (" + why + ")").orElse(""),
                        found.source().rows(),
                        found.target().rows(),
                        EvidenceGuard.differences(found),
                        found.finishedAt())));
    return lines;
  }

  /** What follows, in the light of the evidence. */
  public String next() {
    return StatusSentence.isBelieved(evidence, fleet.at())
        ? NextCommand.after(record)
        : NextCommand.withoutEvidence(record);
  }

  /** For a program. */
  public Map<String, Object> data() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("migration", record.name());
    data.put("sentence", sentence());
    data.put("state", record.state().name());
    data.put("phase", record.publication().phase().name());
    data.put("epoch", record.publication().epoch());
    if (record.publication().fence().isPresent()) {
      data.put("fence", record.publication().fence().getAsLong());
    }
    data.put("source", record.source().cql());
    data.put("target", record.target().cql());
    record.failure().ifPresent(why -> data.put("failure", why));
    record.paused().ifPresent(why -> data.put("paused", why));
    data.put("journal-owed", owed);
    ShadowCounts compared = ShadowCounts.of(fleet, record.name());
    data.put(
        "shadow-reads",
        Map.of(
            "compared", compared.compared(),
            "mismatched", compared.mismatched(),
            "unresolved", compared.unresolved(),
            "dropped", compared.dropped(),
            "different-queries", compared.queries()));
    data.put("instances", fleet.live().stream().map(this::data).toList());
    run.ifPresent(
        last ->
            data.put(
                "last-run",
                Map.of(
                    "kind", last.kind().name(),
                    "status", last.status().name(),
                    "rows", last.totals().rows())));
    evidence.ifPresent(
        found ->
            data.put(
                "evidence",
                Map.of(
                    "verdict", found.verdict().name(),
                    "void", found.voided().isPresent(),
                    "source-rows", found.source().rows(),
                    "target-rows", found.target().rows())));
    data.put("next", next());
    return data;
  }

  private Map<String, Object> data(InstanceRecord instance) {
    return Map.of(
        "label", instance.label(),
        "acknowledged", instance.acknowledged().getOrDefault(record.name(), -1L),
        "mirrored", instance.counter(record.name(), "mirrored"));
  }

  private String describe(InstanceRecord instance) {
    long acknowledged = instance.acknowledged().getOrDefault(record.name(), -1L);
    boolean behind = acknowledged < record.publication().epoch();
    return "%s  %s, lease until %s, %d mirrored, %d source reads, %d target reads"
        .formatted(
            instance.label(),
            behind ? "LAGGARD at epoch " + acknowledged : "at epoch " + acknowledged,
            instance.lease().until(),
            instance.counter(record.name(), "mirrored"),
            instance.counter(record.name(), "source_reads"),
            instance.counter(record.name(), "target_reads"));
  }

  private String sentence() {
    return StatusSentence.of(record, owed, evidence, fleet.at());
  }
}
