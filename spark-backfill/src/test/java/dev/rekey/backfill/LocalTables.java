package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.core.digest.RowDigest;
import dev.rekey.core.state.Leg;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Scans both tables in this JVM, over the ranges the cluster really has. */
final class LocalTables implements TwoTables {

  private final CqlSession session;
  private final CopyPlan plan;
  private final String keyspace;
  private Runnable betweenScans = () -> {};

  LocalTables(CqlSession session, CopyPlan plan, String keyspace) {
    this.session = session;
    this.plan = plan;
    this.keyspace = keyspace;
  }

  LocalTables betweenScans(Runnable action) {
    betweenScans = action;
    return this;
  }

  @Override
  public Map<Leg, BucketSums> sums(int buckets) throws InterruptedException {
    Map<Leg, BucketSums> sums = new EnumMap<>(Leg.class);
    for (Leg side : Leg.values()) {
      BucketSums sum = new BucketSums(buckets);
      scan(side, sum::add);
      sums.put(side, sum);
      betweenScans.run();
    }
    return sums;
  }

  @Override
  public Map<Leg, List<ReducedRow>> rows(BitSet wanted, int buckets) throws InterruptedException {
    Map<Leg, List<ReducedRow>> rows = new EnumMap<>(Leg.class);
    for (Leg side : Leg.values()) {
      List<ReducedRow> found = new ArrayList<>();
      scan(
          side,
          row -> {
            if (wanted.get(RowDigest.bucketOf(row.sourceKey(), buckets))) {
              found.add(RowEntry.of(row).row());
            }
          });
      rows.put(side, found);
      betweenScans.run();
    }
    return rows;
  }

  private void scan(Leg side, Consumer<ReducedRow> rows) throws InterruptedException {
    RangeScanner scanner =
        new RangeScanner(session, plan, side, CopySettings.DEFAULT, CopyBench.OPEN, new Meter());
    for (RangeTask range : new Ring(session).divide(keyspace, 8)) {
      scanner.scan(range.range(), rows);
    }
  }
}
