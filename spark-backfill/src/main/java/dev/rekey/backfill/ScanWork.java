package dev.rekey.backfill;

import com.datastax.spark.connector.cql.CassandraConnector;
import dev.rekey.core.digest.RowDigest;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an executor does with a {@link ScanTask}. A range that fails is read again from its start
 * and counts only when it was read to its end.
 *
 * @param tasks how many tasks run at a time in the whole cluster
 */
record ScanWork(
    CassandraConnector connector, RunIdentity identity, CopySettings settings, int tasks)
    implements Serializable {

  private static final Logger LOG = LoggerFactory.getLogger(ScanWork.class);
  private static final int ATTEMPTS = 4;
  private static final long FIRST_BACKOFF_MILLIS = 500;

  /** The sums of all its ranges. */
  BucketSums sums(ScanTask task, int buckets) throws InterruptedException {
    BucketSums all = new BucketSums(buckets);
    for (RangeTask range : task.ranges()) {
      all.add(
          retried(
              range,
              () -> {
                BucketSums sums = new BucketSums(buckets);
                scanner(task).scan(range.range(), sums::add);
                return sums;
              }));
    }
    return all;
  }

  /** The rows of the wanted buckets. */
  List<RowEntry> rows(ScanTask task, BitSet wanted, int buckets) throws InterruptedException {
    List<RowEntry> all = new ArrayList<>();
    for (RangeTask range : task.ranges()) {
      all.addAll(
          retried(
              range,
              () -> {
                List<RowEntry> rows = new ArrayList<>();
                scanner(task)
                    .scan(
                        range.range(),
                        row -> {
                          if (wanted.get(RowDigest.bucketOf(row.sourceKey(), buckets))) {
                            rows.add(RowEntry.of(row));
                          }
                        });
                return rows;
              }));
    }
    return all;
  }

  private RangeScanner scanner(ScanTask task) {
    ExecutorState state = ExecutorState.of(connector, identity, tasks);
    return new RangeScanner(
        state.session(),
        state.context().plan(),
        task.side(),
        settings,
        state.watch(),
        state.meter());
  }

  private interface Scan<T> {
    T run() throws InterruptedException;
  }

  private static <T> T retried(RangeTask range, Scan<T> scan) throws InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return scan.run();
      } catch (StoppedException e) {
        throw e;
      } catch (RuntimeException e) {
        if (attempt == ATTEMPTS) {
          throw new IllegalStateException(
              "Cannot read range %s: %s".formatted(range.range(), e.getMessage()), e);
        }
        LOG.warn("Range {} failed at attempt {}: {}", range.range(), attempt, e.getMessage());
        TimeUnit.MILLISECONDS.sleep(FIRST_BACKOFF_MILLIS << attempt);
      }
    }
  }
}
