package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.BackfillRun;
import dev.rekey.control.BackfillStore;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationStore;
import dev.rekey.control.RangeRecord;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.token.TokenRange;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.util.DoubleAccumulator;
import org.apache.spark.util.LongAccumulator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies what is left of a run: checks that it may, divides the ring, takes finished ranges away,
 * spreads the rest over Spark, reports.
 */
final class CopyJob {

  private static final Logger LOG = LoggerFactory.getLogger(CopyJob.class);
  private static final int MOST_NAMED_RANGES = 5;

  private final SparkRun spark;
  private final Options options;
  private final PrintStream out;

  CopyJob(SparkRun spark, Options options, PrintStream out) {
    this.spark = spark;
    this.options = options;
    this.out = out;
  }

  /** Runs to the end; how it ended is also stored in the run. */
  ExitCode run() throws InterruptedException {
    // A wrong request for test timestamps must fail before anything is written.
    WriteTimes.fromProperties(java.time.Clock.systemUTC());
    try (CqlSession session = spark.openSession()) {
      RunContext context = RunContext.load(session, options.migration());
      requireDualWrites(context.migration());
      BackfillStore runs = new BackfillStore(session);
      RunRegister register = new RunRegister(runs, BackfillRun.Kind.COPY);
      BackfillRun run = register.open(options, context.migration());
      RunIdentity identity =
          new RunIdentity(options.migration(), run.run(), options.fencingToken());
      LOG.info("Run {} copies under fence {}", run.run(), run.fence());
      if (!context.plan().leftBehind().isEmpty()) {
        LOG.warn("Columns the target has no place for: {}", context.plan().leftBehind());
      }
      try (RunWatch watch =
          new RunWatch(runs, new MigrationStore(session), identity, spark.parallelism())) {
        return copy(context, register, run, watch);
      } catch (StoppedException e) {
        return register.stopped(run, e);
      }
    }
  }

  private ExitCode copy(RunContext context, RunRegister register, BackfillRun run, RunWatch watch)
      throws InterruptedException {
    TableShape source = context.plan().mapping().source();
    Ring ring = new Ring(context.session());
    int wanted = options.ranges().orElseGet(() -> ring.suitableRanges(source, spark.parallelism()));
    List<RangeRecord> finished = finished(register.runs(), run);
    List<TokenRange> done = finished.stream().map(RangeRecord::range).toList();
    List<RangeTask> left = Ring.minus(ring.divide(source.keyspace(), wanted), done);
    BackfillRun.Totals before =
        finished.stream()
            .map(RangeRecord::totals)
            .reduce(BackfillRun.Totals.ZERO, BackfillRun.Totals::plus);
    LOG.info("{} ranges are done, {} are left", done.size(), left.size());
    List<RangeReport> reports = spread(left, done, run, watch);
    return finish(context, register, run, new Result(left.size() + done.size(), before, reports));
  }

  /** Ranges with rows that had no place are looked at again: they may have been put right. */
  private static List<RangeRecord> finished(BackfillStore runs, BackfillRun run) {
    return runs.ranges(run.migration(), run.run()).stream()
        .filter(range -> range.isDone() && range.totals().skipped() == 0)
        .toList();
  }

  private List<RangeReport> spread(
      List<RangeTask> left, List<TokenRange> done, BackfillRun run, RunWatch watch)
      throws InterruptedException {
    RunIdentity identity = new RunIdentity(run.migration(), run.run(), options.fencingToken());
    CopyTask task =
        new CopyTask(spark.connector(), identity, options.settings(), spark.parallelism());
    LongAccumulator rows = spark.context().sc().longAccumulator("rows");
    LongAccumulator ranges = spark.context().sc().longAccumulator("ranges");
    DoubleAccumulator fraction = spark.context().sc().doubleAccumulator("fraction");
    Progress progress = new Progress(out, left.size(), done.size());
    double before = Ring.fraction(done);
    Runnable tick =
        () ->
            progress.print(
                spark.isLocal() ? ExecutorState.rowsOf(identity) : rows.value(),
                ranges.value(),
                before + fraction.value(),
                watch.waiting());
    List<RangeReport> reports =
        spark.run(
            left,
            range -> {
              RangeReport report = task.run(range);
              rows.add(report.outcome().rows());
              ranges.add(1L);
              fraction.add(Ring.fraction(List.of(range.range())));
              return report;
            },
            tick);
    tick.run();
    return reports;
  }

  private ExitCode finish(
      RunContext context, RunRegister register, BackfillRun run, Result result) {
    Optional<RangeReport> stopped =
        result.reports().stream().filter(r -> r.stop() != ExitCode.DONE).findFirst();
    if (stopped.isPresent()) {
      StoppedException why = new StoppedException(stopped.get().stop(), stopped.get().error());
      return register.stopped(result.in(run), why);
    }
    Optional<String> drift = context.schemaDrift();
    List<String> problems = result.problems();
    drift.ifPresent(problems::add);
    BackfillRun.Status status =
        problems.isEmpty() ? BackfillRun.Status.DONE : BackfillRun.Status.FAILED;
    String message = problems.isEmpty() ? result.summary() : String.join("; ", problems);
    register.close(result.in(run), status, message);
    LOG.info("Run {}: {}", run.run(), result.summary());
    problems.forEach(LOG::error);
    return problems.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }

  /** Without dual writes and a fence, a copy would race with writes it cannot see. */
  private static void requireDualWrites(MigrationRecord migration) {
    if (migration.publication().fence().isEmpty() || !migration.publication().phase().isDual()) {
      throw new BackfillRefusedException(
          "Cannot copy for migration %s: phase is %s and %s. Run `rekey dual-write` first."
              .formatted(
                  migration.name(),
                  migration.publication().phase(),
                  migration.publication().fence().isPresent()
                      ? "the fence is set"
                      : "there is no fence"));
    }
  }

  /** All that was done in this attempt and before it. */
  private record Result(int ranges, BackfillRun.Totals before, List<RangeReport> reports) {

    RangeOutcome outcome() {
      return reports.stream()
          .map(RangeReport::outcome)
          .reduce(RangeOutcome.NONE, RangeOutcome::plus);
    }

    BackfillRun in(BackfillRun run) {
      RangeOutcome now = outcome();
      BackfillRun.Totals totals =
          before.plus(new BackfillRun.Totals(now.rows(), now.cells(), now.bytes(), now.badRows()));
      return RunRegister.with(run, ranges, totals);
    }

    List<String> problems() {
      List<String> problems = new ArrayList<>();
      List<RangeReport> failed = reports.stream().filter(RangeReport::failed).toList();
      if (!failed.isEmpty()) {
        problems.add(
            "%d ranges failed: %s"
                .formatted(
                    failed.size(),
                    failed.stream()
                        .limit(MOST_NAMED_RANGES)
                        .map(r -> r.task().range() + " " + r.error())
                        .collect(Collectors.joining(", "))));
      }
      RangeOutcome outcome = outcome();
      if (outcome.badRows() > 0) {
        problems.add(
            "%d rows have no key in the target: %s"
                .formatted(outcome.badRows(), String.join(", ", outcome.badRowSamples())));
      }
      return problems;
    }

    String summary() {
      RangeOutcome outcome = outcome();
      return "%d rows (%d before), %d cells, %d bytes; %d rows of keys only, whose lifetime cannot be read"
          .formatted(
              outcome.rows(),
              before.rows(),
              outcome.cells(),
              outcome.bytes(),
              outcome.markerOnlyRows());
    }
  }
}
