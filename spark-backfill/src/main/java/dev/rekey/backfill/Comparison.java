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
 * keys. Costs a scan of each table, one more per round of unequal buckets, and work by difference.
 *
 * <p>Buckets in which only the last second of some ends differs, which is nearly every bucket of a
 * table full of lifetimes, are looked at key by key as far as the last round has room; the ends of
 * the rest rest on the sums.
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
    BitSet nearly = source.nearlyEqual(target, settings.toleranceSeconds());
    boolean enough = false;
    boolean last = unequal.isEmpty() && nearly.isEmpty();
    while (!last && !enough) {
      BitSet round = take(unequal, settings.drillRows(), source, target);
      last = unequal.isEmpty();
      if (last) {
        // A round costs a scan of both tables, whatever it looks for.
        round.or(take(nearly, settings.drillRows() - rows(round, source, target), source, target));
      }
      enough = drill(round);
    }
    long bySumsOnly = enough ? 0 : nearly.stream().mapToLong(source::rows).sum();
    if (bySumsOnly > 0) {
      LOG.info("The ends of {} rows are compared by their sums only", bySumsOnly);
    }
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
   * Takes as many buckets out of the set as there is room for their rows; at least one.
   *
   * @param room how many rows per side
   */
  private static BitSet take(BitSet from, long room, BucketSums source, BucketSums target) {
    BitSet round = new BitSet(from.size());
    long rows = 0;
    for (int b = from.nextSetBit(0); b >= 0; b = from.nextSetBit(b + 1)) {
      rows += rows(b, source, target);
      if (rows > room && !round.isEmpty()) {
        break;
      }
      round.set(b);
    }
    from.andNot(round);
    return round;
  }

  private static long rows(BitSet buckets, BucketSums source, BucketSums target) {
    return buckets.stream().mapToLong(b -> rows(b, source, target)).sum();
  }

  private static long rows(int bucket, BucketSums source, BucketSums target) {
    return Math.max(source.rows(bucket), target.rows(bucket));
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
