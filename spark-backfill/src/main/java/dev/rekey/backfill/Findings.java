package dev.rekey.backfill;

import dev.rekey.core.digest.Digest128;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a comparison found.
 *
 * @param differences keys that surely differ, with what was seen last
 * @param unresolved keys that changed at every look
 * @param complete false if the search stopped because enough had been found
 * @param endsBySumsOnly rows whose cells were seen to end together in sum, not one by one
 * @param repaired of the differences, those that were made equal and read back
 */
record Findings(
    Side source,
    Side target,
    Map<Candidate, Finding> differences,
    List<Candidate> unresolved,
    boolean complete,
    long endsBySumsOnly,
    Set<Candidate> repaired) {

  /** One table as the scan saw it. */
  record Side(long rows, Digest128 digest) {}

  /** A difference that stands. */
  record Finding(Difference kind, Observation seen) {}

  /** The same after a repair. */
  Findings withRepaired(Set<Candidate> keys) {
    return new Findings(source, target, differences, unresolved, complete, endsBySumsOnly, keys);
  }

  /** Whether every difference was made equal. */
  boolean nothingLeft() {
    return complete && repaired.containsAll(differences.keySet());
  }

  long count(Difference kind) {
    return differences.values().stream().filter(f -> f.kind() == kind).count();
  }
}
