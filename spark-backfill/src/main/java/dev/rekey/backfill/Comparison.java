package dev.rekey.backfill;

import dev.rekey.core.state.Leg;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the keys at which two tables differ: sums per bucket, then rows of unequal buckets, then
 * keys. Costs two scans, one more per round of unequal buckets, and work by difference.
 */
final class Comparison {

  private static final Logger LOG = LoggerFactory.getLogger(Comparison.class);
  private static final int ENOUGH_DIFFERENCES = 10_000;
  private static final int KEYS_AT_A_TIME = 5_000;

  private final TwoTables tables;
  private final Recheck recheck;
  private final KeyInverse inverse;
  private final VerifySettings settings;
  private final Map<Candidate, Findings.Finding> differences = new LinkedHashMap<>();
  private final List<Candidate> unresolved = new ArrayList<>();

  Comparison(TwoTables tables, Recheck recheck, KeyInverse inverse, VerifySettings settings) {
    this.tables = tables;
    this.recheck = recheck;
    this.inverse = inverse;
    this.settings = settings;
  }

  /** Compares once; one instance compares one time. */
  Findings run() throws InterruptedException {
    Map<Leg, BucketSums> sums = tables.sums(settings.buckets());
    BucketSums source = sums.get(Leg.SOURCE);
    BucketSums target = sums.get(Leg.TARGET);
    BitSet unequal = source.unequal(target, settings.toleranceSeconds());
    LOG.info(
        "{} rows in the source, {} in the target, {} of {} buckets unequal",
        source.rows(),
        target.rows(),
        unequal.cardinality(),
        settings.buckets());
    boolean enough = false;
    while (!unequal.isEmpty() && !enough) {
      BitSet round = take(unequal, source, target);
      enough = drill(round);
    }
    long bySumsOnly = enough ? 0 : drillNearlyEqual(source, target);
    return new Findings(
        new Findings.Side(source.rows(), source.total()),
        new Findings.Side(target.rows(), target.total()),
        differences,
        List.copyOf(unresolved),
        !enough,
        bySumsOnly,
        Set.of());
  }

  /**
   * Where only the last second of some ends differs, which is nearly everywhere in a table full of
   * lifetimes, one round is looked at key by key and the rest rests on the sums.
   *
   * @return how many rows rest on the sums
   */
  private long drillNearlyEqual(BucketSums source, BucketSums target) throws InterruptedException {
    BitSet nearly = source.nearlyEqual(target, settings.toleranceSeconds());
    if (nearly.isEmpty()) {
      return 0;
    }
    drill(take(nearly, source, target));
    long rows = nearly.stream().mapToLong(source::rows).sum();
    LOG.info("The ends of {} rows are compared by their sums only", rows);
    return rows;
  }

  /** Takes as many buckets out of the set as there is room for their rows; at least one. */
  private BitSet take(BitSet unequal, BucketSums source, BucketSums target) {
    BitSet round = new BitSet(settings.buckets());
    long rows = 0;
    for (int b = unequal.nextSetBit(0); b >= 0; b = unequal.nextSetBit(b + 1)) {
      rows += Math.max(source.rows(b), target.rows(b));
      if (rows > settings.drillRows() && !round.isEmpty()) {
        break;
      }
      round.set(b);
    }
    unequal.andNot(round);
    return round;
  }

  private boolean drill(BitSet round) throws InterruptedException {
    Map<Leg, List<ReducedRow>> rows = tables.rows(round, settings.buckets());
    List<Candidate> candidates = candidates(rows.get(Leg.SOURCE), rows.get(Leg.TARGET));
    LOG.info("{} keys of {} buckets are looked at again", candidates.size(), round.cardinality());
    for (int from = 0; from < candidates.size(); from += KEYS_AT_A_TIME) {
      Recheck.Verdict verdict =
          recheck.of(candidates.subList(from, Math.min(candidates.size(), from + KEYS_AT_A_TIME)));
      differences.putAll(verdict.confirmed());
      unresolved.addAll(verdict.unresolved());
      if (differences.size() >= ENOUGH_DIFFERENCES) {
        return true;
      }
    }
    return false;
  }

  private List<Candidate> candidates(List<ReducedRow> source, List<ReducedRow> target) {
    Map<List<ByteBuffer>, ReducedRow> unmatched = new HashMap<>();
    source.forEach(row -> unmatched.put(row.sourceKey(), row));
    List<Candidate> candidates = new ArrayList<>();
    for (ReducedRow row : target) {
      if (inverse.placeOf(row.sourceKey()).filter(row.ownKey()::equals).isEmpty()) {
        candidates.add(new Candidate(row.sourceKey(), Optional.of(row.ownKey())));
        continue;
      }
      ReducedRow other = unmatched.remove(row.sourceKey());
      if (other == null
          || !other.content().equals(row.content())
          || !other.endings().exact().equals(row.endings().exact())) {
        candidates.add(new Candidate(row.sourceKey(), Optional.empty()));
      }
    }
    unmatched.keySet().forEach(key -> candidates.add(new Candidate(key, Optional.empty())));
    return candidates;
  }
}
