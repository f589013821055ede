package dev.rekey.backfill;

import dev.rekey.core.state.Leg;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** Scans of both tables, wherever they run. */
interface TwoTables {

  /** The sums of every row of either table. */
  Map<Leg, BucketSums> sums(int buckets) throws InterruptedException;

  /** The rows of either table that fall into the wanted buckets. */
  Map<Leg, List<ReducedRow>> rows(BitSet wanted, int buckets) throws InterruptedException;
}
