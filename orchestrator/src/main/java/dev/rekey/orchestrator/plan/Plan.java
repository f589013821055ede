package dev.rekey.orchestrator.plan;

import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.orchestrator.spec.Spec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What would be done, and whether it can be.
 *
 * @param spec what the operator wants
 * @param mapping the compiled mapping
 * @param source the source as it is
 * @param target what would be created
 * @param verdicts of every check, in a fixed order
 * @param reads what becomes of the application's SELECTs
 * @param writes what becomes of the declared writes
 * @param sizing what was measured of the source's partitions
 * @param version the server's, or the assumed one
 */
public record Plan(
    Spec spec,
    KeyMapping mapping,
    TableSchema source,
    TargetTable target,
    List<Verdict> verdicts,
    List<AccessPattern> reads,
    List<AccessPattern> writes,
    Sizing sizing,
    ServerVersion version) {

  /** Copies the lists. */
  public Plan {
    verdicts = List.copyOf(verdicts);
    reads = List.copyOf(reads);
    writes = List.copyOf(writes);
  }

  /** The tables of the bucket index; none if the mapping needs no index. */
  public List<TargetTable> indexTables() {
    return mapping
        .index()
        .map(
            index ->
                List.of(
                    new TargetTable(
                        index.buckets(),
                        Map.of("comment", "'Rekey: the buckets of each partition'"),
                        List.of()),
                    new TargetTable(index.deletes(), deletesOptions(), List.of())))
        .orElse(List.of());
  }

  /** A noted delete stands for tombstones, and is kept as long as they are. */
  private Map<String, String> deletesOptions() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("comment", "'Rekey: deletes of whole partitions, for buckets that are new'");
    long seconds = Math.max(target.gcGraceSeconds(), TargetTable.MIN_GC_GRACE_SECONDS);
    options.put("default_time_to_live", Long.toString(seconds));
    return options;
  }

  /** Every finding that stands in the way. */
  public List<Verdict> refusals() {
    return findings(Verdict.Level.REFUSE);
  }

  /** Every finding the operator should know. */
  public List<Verdict> warnings() {
    return findings(Verdict.Level.WARN);
  }

  private List<Verdict> findings(Verdict.Level level) {
    Stream<Verdict> statements =
        Stream.concat(reads.stream(), writes.stream()).map(AccessPattern::verdict);
    return Stream.concat(verdicts.stream(), statements)
        .filter(verdict -> verdict.level() == level)
        .toList();
  }
}
