package dev.rekey.migrations;

import com.datastax.oss.driver.api.core.DriverException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a plan under a lease, recording the place before and after every statement. */
final class MigrationRun {
  private static final Logger LOG = LoggerFactory.getLogger(MigrationRun.class);

  private final Lease lease;
  private final HistoryStore history;
  private final Ddl ddl;
  private final LeaseClock clock;
  private final List<AppliedScript> applied = new ArrayList<>();
  private int lastRank;

  MigrationRun(Lease lease, HistoryStore history, Ddl ddl, LeaseClock clock, int lastRank) {
    this.lease = lease;
    this.history = history;
    this.ddl = ddl;
    this.clock = clock;
    this.lastRank = lastRank;
  }

  List<AppliedScript> run(Plan plan) {
    for (Step step : plan.steps()) {
      run(step);
    }
    return List.copyOf(applied);
  }

  private void run(Step step) {
    Script script = step.script();
    long started = clock.monotonicNanos();
    int total = script.statements().size();
    LOG.info("Running {} from statement {} of {}", script.file(), step.done() + 1, total);
    HistoryRow row = begin(step);
    while (row.done() < total) {
      row = runStatement(script, row);
    }
    if (row.status() != HistoryStatus.DONE) { // nothing was left to run
      row = row.finished(script.prefixChecksum(total), clock.wallTime());
      record(row);
    }
    Duration took = Duration.ofNanos(clock.monotonicNanos() - started);
    applied.add(new AppliedScript(script.file(), step.done() + 1, total, took));
  }

  private HistoryRow begin(Step step) {
    Script script = step.script();
    int total = script.statements().size();
    HistoryRow row =
        new HistoryRow(
            script.file(),
            script.name().kind(),
            script.name().version().map(Version::toString).orElse(""),
            script.name().title(),
            script.checksum(),
            total,
            step.done(),
            script.prefixChecksum(step.done()),
            step.done() < total ? step.done() + 1 : 0,
            HistoryStatus.RUNNING,
            step.row().map(HistoryRow::rank).orElseGet(() -> ++lastRank),
            lease.owner(),
            lease.token(),
            startedAt(step),
            Optional.empty(),
            "",
            step.row().map(HistoryRow::revision).orElse(0L) + 1);
    record(row);
    return row;
  }

  private Instant startedAt(Step step) {
    boolean resumed = step.done() > 0;
    return resumed
        ? step.row().map(HistoryRow::startedAt).orElseGet(clock::wallTime)
        : clock.wallTime();
  }

  private HistoryRow runStatement(Script script, HistoryRow row) {
    CqlStatement statement = script.statements().get(row.done());
    lease.check();
    try {
      if (statement.changesSchema()) {
        ddl.changeSchema(statement.cql());
      } else {
        ddl.write(statement.cql());
      }
    } catch (DriverException e) {
      throw failed(script, statement, row, e);
    }
    int done = row.done() + 1;
    int total = script.statements().size();
    HistoryRow next =
        done == total
            ? row.finished(script.prefixChecksum(done), clock.wallTime())
            : row.with(done, script.prefixChecksum(done), done + 1, HistoryStatus.RUNNING, "");
    // Recorded before the wait: the statement did take effect, and if the nodes do not agree in
    // time the next run waits again before it does anything.
    record(next);
    if (statement.changesSchema()) {
      ddl.awaitAgreement();
    }
    return next;
  }

  private StatementFailedException failed(
      Script script, CqlStatement statement, HistoryRow row, DriverException error) {
    boolean refused = DriverErrors.isRefusal(error);
    String reason = String.valueOf(error.getMessage());
    HistoryRow next =
        refused
            ? row.with(row.done(), row.doneChecksum(), 0, HistoryStatus.FAILED, reason)
            : row.with(
                row.done(), row.doneChecksum(), statement.number(), HistoryStatus.UNKNOWN, reason);
    StatementFailedException failure =
        new StatementFailedException(
            "Cannot run %s: statement %d of %d (line %d, column %d) %s: %s\n  %s\n%s"
                .formatted(
                    script.file(),
                    statement.number(),
                    script.statements().size(),
                    statement.line(),
                    statement.column(),
                    refused ? "was refused" : "has an unknown outcome",
                    reason,
                    statement.excerpt(),
                    refused
                        ? "Mend the file from that statement on and run again; it resumes there."
                        : "Run again: it resumes there, or says what to look at."),
            script.file(),
            statement.number(),
            refused ? StatementOutcome.NOT_DONE : StatementOutcome.UNKNOWN,
            error);
    try {
      record(next);
    } catch (RuntimeException e) {
      failure.addSuppressed(e); // the row says RUNNING with the statement's number: unknown
    }
    return failure;
  }

  private void record(HistoryRow row) {
    try {
      history.write(row);
    } catch (DriverException e) {
      throw new MigrationException(
          "Cannot record progress of %s: %s. Run again.".formatted(row.script(), e.getMessage()),
          e);
    }
  }
}
