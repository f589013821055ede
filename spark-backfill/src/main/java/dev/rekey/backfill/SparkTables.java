package dev.rekey.backfill;

import dev.rekey.core.state.Leg;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.util.LongAccumulator;

/** Scans both tables with Spark. */
final class SparkTables implements TwoTables {

  private static final int TASKS_PER_SLOT = 8;

  private final SparkRun spark;
  private final ScanWork work;
  private final RunWatch watch;
  private final PrintStream out;
  private final List<ScanTask> tasks;

  SparkTables(
      SparkRun spark,
      ScanWork work,
      RunWatch watch,
      PrintStream out,
      List<RangeTask> source,
      List<RangeTask> target) {
    this.spark = spark;
    this.work = work;
    this.watch = watch;
    this.out = out;
    this.tasks = ScanTask.deal(source, target, spark.parallelism() * TASKS_PER_SLOT);
  }

  @Override
  public Map<Leg, BucketSums> sums(int buckets) throws InterruptedException {
    ScanWork shipped = work;
    List<BucketSums> parts = spread(task -> shipped.sums(task, buckets));
    Map<Leg, BucketSums> sums = new EnumMap<>(Leg.class);
    for (Leg side : Leg.values()) {
      sums.put(side, new BucketSums(buckets));
    }
    for (int i = 0; i < parts.size(); i++) {
      sums.get(tasks.get(i).side()).add(parts.get(i));
    }
    return sums;
  }

  @Override
  public Map<Leg, List<ReducedRow>> rows(BitSet wanted, int buckets) throws InterruptedException {
    ScanWork shipped = work;
    List<List<RowEntry>> parts = spread(task -> shipped.rows(task, wanted, buckets));
    Map<Leg, List<ReducedRow>> rows = new EnumMap<>(Leg.class);
    for (Leg side : Leg.values()) {
      rows.put(side, new ArrayList<>());
    }
    for (int i = 0; i < parts.size(); i++) {
      List<ReducedRow> side = rows.get(tasks.get(i).side());
      parts.get(i).forEach(entry -> side.add(entry.row()));
    }
    return rows;
  }

  /** Results come in the order of the tasks. */
  private <T> List<T> spread(Function<ScanTask, T> scan) throws InterruptedException {
    LongAccumulator finished = spark.context().sc().longAccumulator("tasks");
    Progress progress = new Progress(out, tasks.size(), 0);
    long before = ExecutorState.rowsOf(work.identity());
    Runnable tick =
        () ->
            progress.print(
                ExecutorState.rowsOf(work.identity()) - before,
                finished.value(),
                finished.value() / (double) tasks.size(),
                watch.waiting());
    try {
      List<T> results =
          spark.run(
              tasks,
              task -> {
                T result = scan.call(task);
                finished.add(1L);
                return result;
              },
              tick);
      tick.run();
      return results;
    } catch (IllegalStateException e) {
      // Spark reports a stopped task as a failed one; the reason is known here.
      throw watch.stop().<RuntimeException>map(stop -> stop).orElse(e);
    }
  }
}
