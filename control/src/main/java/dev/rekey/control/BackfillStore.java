package dev.rekey.control;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.core.token.TokenRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** Runs of the copy and of the verification, and their token ranges. */
public final class BackfillStore {
  /** Partitions the ranges of a run are spread over, by the upper four bits of the start token. */
  static final int SLICES = 16;

  private static final String INSERT_RUN =
      "INSERT INTO rekey.backfill_run (migration, run, kind, status, requested, rows_per_second,"
          + " fencing_token, fence, ranges_total, rows, cells, bytes, skipped, message, started_at,"
          + " finished_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String REPORT =
      "UPDATE rekey.backfill_run SET status = ?, ranges_total = ?, rows = ?, cells = ?, bytes = ?,"
          + " skipped = ?, message = ?, finished_at = ? WHERE migration = ? AND run = ?";
  private static final String ORDER =
      "UPDATE rekey.backfill_run SET requested = ?, rows_per_second = ?"
          + " WHERE migration = ? AND run = ?";
  private static final String TAKE_OVER =
      "UPDATE rekey.backfill_run SET fencing_token = ?, status = 'running'"
          + " WHERE migration = ? AND run = ?";
  private static final String RUNS =
      "SELECT * FROM rekey.backfill_run WHERE migration = ? LIMIT 100";
  private static final String RUN =
      "SELECT * FROM rekey.backfill_run WHERE migration = ? AND run = ?";
  private static final String INSERT_RANGE =
      "INSERT INTO rekey.backfill_range (migration, run, slice, start_token, end_token, status,"
          + " rows, cells, bytes, skipped, attempts, error, updated_at)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String RANGES =
      "SELECT * FROM rekey.backfill_range WHERE migration = ? AND run = ? AND slice = ?";

  private final ControlStatements statements;

  public BackfillStore(CqlSession session) {
    this.statements = new ControlStatements(session);
  }

  public void create(BackfillRun run) {
    statements.execute(
        INSERT_RUN,
        run.migration(),
        run.run(),
        BackfillRun.stored(run.kind()),
        BackfillRun.stored(run.status()),
        BackfillRun.stored(run.order().request()),
        rate(run.order()),
        run.fencingToken(),
        run.fence(),
        run.rangesTotal(),
        run.totals().rows(),
        run.totals().cells(),
        run.totals().bytes(),
        run.totals().skipped(),
        run.message().orElse(null),
        run.startedAt(),
        run.finishedAt().orElse(null));
  }

  /** Stores how a run stands: status, totals, message and end; orders are left alone. */
  public void report(BackfillRun run) {
    statements.execute(
        REPORT,
        BackfillRun.stored(run.status()),
        run.rangesTotal(),
        run.totals().rows(),
        run.totals().cells(),
        run.totals().bytes(),
        run.totals().skipped(),
        run.message().orElse(null),
        run.finishedAt().orElse(null),
        run.migration(),
        run.run());
  }

  /** Asks something of a run; the job polls it. */
  public void order(String migration, UUID run, BackfillRun.Order order) {
    statements.execute(ORDER, BackfillRun.stored(order.request()), rate(order), migration, run);
  }

  /** Lets the holder of a newer fencing token continue an unfinished run. */
  public void takeOver(String migration, UUID run, long fencingToken) {
    statements.execute(TAKE_OVER, fencingToken, migration, run);
  }

  public Optional<BackfillRun> find(String migration, UUID run) {
    return Optional.ofNullable(statements.execute(RUN, migration, run).one())
        .filter(row -> !row.isNull("kind"))
        .map(BackfillStore::read);
  }

  /** Up to 100 runs of a migration, newest first. */
  public List<BackfillRun> runs(String migration) {
    return statements.execute(RUNS, migration).all().stream()
        .filter(row -> !row.isNull("kind"))
        .map(BackfillStore::read)
        .toList();
  }

  /** Records a range that is done or has failed; recording it again replaces the record. */
  public void record(String migration, UUID run, RangeRecord record, Instant now) {
    TokenRange range = record.range();
    statements.execute(
        INSERT_RANGE,
        migration,
        run,
        slice(range.start()),
        range.start(),
        range.end(),
        record.isDone() ? "done" : "failed",
        record.totals().rows(),
        record.totals().cells(),
        record.totals().bytes(),
        record.totals().skipped(),
        record.attempts(),
        record.error().orElse(null),
        now);
  }

  /** Every recorded range of a run, in no particular order. */
  public List<RangeRecord> ranges(String migration, UUID run) {
    List<RangeRecord> ranges = new ArrayList<>();
    for (int slice = 0; slice < SLICES; slice++) {
      for (Row row : statements.execute(RANGES, migration, run, slice)) {
        ranges.add(
            new RangeRecord(
                new TokenRange(row.getLong("start_token"), row.getLong("end_token")),
                totals(row),
                row.getInt("attempts"),
                "done".equals(row.getString("status"))
                    ? Optional.empty()
                    : Optional.of(String.valueOf(row.getString("error")))));
      }
    }
    return List.copyOf(ranges);
  }

  private static int slice(long token) {
    return (int) (token >>> 60);
  }

  private static Long rate(BackfillRun.Order order) {
    return order.rowsPerSecond().isPresent() ? order.rowsPerSecond().getAsLong() : null;
  }

  private static BackfillRun.Totals totals(Row row) {
    return new BackfillRun.Totals(
        row.getLong("rows"), row.getLong("cells"), row.getLong("bytes"), row.getLong("skipped"));
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String stored) {
    return Enum.valueOf(type, stored.toUpperCase(Locale.ROOT));
  }

  private static BackfillRun read(Row row) {
    return new BackfillRun(
        row.getString("migration"),
        row.getUuid("run"),
        constant(BackfillRun.Kind.class, row.getString("kind")),
        constant(BackfillRun.Status.class, row.getString("status")),
        new BackfillRun.Order(
            constant(BackfillRun.Request.class, row.getString("requested")),
            row.isNull("rows_per_second")
                ? OptionalLong.empty()
                : OptionalLong.of(row.getLong("rows_per_second"))),
        row.getLong("fencing_token"),
        row.getLong("fence"),
        row.getInt("ranges_total"),
        totals(row),
        Optional.ofNullable(row.getString("message")),
        row.getInstant("started_at"),
        Optional.ofNullable(row.getInstant("finished_at")));
  }
}
