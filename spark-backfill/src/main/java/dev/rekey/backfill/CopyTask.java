package dev.rekey.backfill;

import com.datastax.spark.connector.cql.CassandraConnector;
import dev.rekey.control.BackfillRun;
import dev.rekey.control.RangeRecord;
import dev.rekey.core.token.TokenRange;
import java.io.Serializable;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an executor does with one range: copies it, tries again within bounds, records the result.
 *
 * <p>It never throws for a range that failed, so that one bad range does not end the others.
 *
 * @param tasks how many tasks run at a time in the whole cluster
 */
record CopyTask(
    CassandraConnector connector, RunIdentity identity, CopySettings settings, int tasks)
    implements Serializable {

  private static final Logger LOG = LoggerFactory.getLogger(CopyTask.class);
  private static final int ATTEMPTS = 4;
  private static final long FIRST_BACKOFF_MILLIS = 500;

  RangeReport run(RangeTask task) {
    try {
      return copy(task, ExecutorState.of(connector, identity, tasks));
    } catch (StoppedException e) {
      return new RangeReport(task, RangeOutcome.NONE, e.getMessage(), e.exitCode());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new RangeReport(task, RangeOutcome.NONE, "interrupted", ExitCode.ABORTED);
    }
  }

  private RangeReport copy(RangeTask task, ExecutorState state) throws InterruptedException {
    TokenRange range = task.range();
    String error = "";
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      state.watch().pass();
      try {
        RangeOutcome outcome = copier(state, attempt).copy(range);
        record(state, range, outcome, attempt, Optional.empty());
        return new RangeReport(task, outcome, "", ExitCode.DONE);
      } catch (StoppedException e) {
        throw e;
      } catch (RuntimeException e) {
        error = String.valueOf(e.getMessage());
        LOG.warn("Range {} failed at attempt {} of {}: {}", range, attempt, ATTEMPTS, error);
        TimeUnit.MILLISECONDS.sleep(FIRST_BACKOFF_MILLIS << attempt);
      }
    }
    record(state, range, RangeOutcome.NONE, ATTEMPTS, Optional.of(error));
    return new RangeReport(task, RangeOutcome.NONE, error, ExitCode.DONE);
  }

  /** Later attempts read smaller pages: a huge partition may be what made the first one fail. */
  private RangeCopier copier(ExecutorState state, int attempt) {
    CopySettings gentler =
        settings.withPageSize(Math.max(10, settings.pageSize() >> (2 * (attempt - 1))));
    long fence = state.context().migration().publication().fence().orElseThrow();
    CopyRules rules =
        new CopyRules(
            fence,
            state.context().migration().settings().rowMarker(),
            WriteTimes.fromProperties(Clock.systemUTC()));
    return new RangeCopier(
        state.session(),
        state.context().plan(),
        rules,
        gentler,
        state.watch(),
        state.meter(),
        Clock.systemUTC());
  }

  private void record(
      ExecutorState state,
      TokenRange range,
      RangeOutcome outcome,
      int attempt,
      Optional<String> error) {
    BackfillRun.Totals totals =
        new BackfillRun.Totals(outcome.rows(), outcome.cells(), outcome.bytes(), outcome.badRows());
    state
        .runs()
        .record(
            identity.migration(),
            identity.run(),
            new RangeRecord(range, totals, attempt, error),
            Instant.now());
  }
}
