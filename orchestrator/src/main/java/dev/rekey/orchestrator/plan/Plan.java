package dev.rekey.orchestrator.plan;

import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.orchestrator.spec.Spec;
import java.util.List;
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
