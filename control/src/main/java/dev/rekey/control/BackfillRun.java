package dev.rekey.control;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * One run of the copy or of the verification.
 *
 * @param run time-based id
 * @param order what is asked of it while it runs
 * @param fencingToken of the orchestrator that started it; with an older one it must stop
 * @param fence microseconds; unreadable writetimes are copied just below it
 */
public record BackfillRun(
    String migration,
    UUID run,
    Kind kind,
    Status status,
    Order order,
    long fencingToken,
    long fence,
    int rangesTotal,
    Totals totals,
    Optional<String> message,
    Instant startedAt,
    Optional<Instant> finishedAt) {
  /** What it does. */
  public enum Kind {
    COPY,
    VERIFY
  }

  /** How it stands. */
  public enum Status {
    RUNNING,
    PAUSED,
    DONE,
    FAILED,
    ABORTED
  }

  /** What an operator may ask of a running job. */
  public enum Request {
    RUN,
    PAUSE,
    ABORT
  }

  /** The newest request and rate; an empty rate means no limit. */
  public record Order(Request request, OptionalLong rowsPerSecond) {}

  /**
   * What was done.
   *
   * @param skipped rows without a place in the target, and cells that expired on the way
   */
  public record Totals(long rows, long cells, long bytes, long skipped) {
    public static final Totals ZERO = new Totals(0, 0, 0, 0);

    public Totals plus(Totals other) {
      return new Totals(
          rows + other.rows, cells + other.cells, bytes + other.bytes, skipped + other.skipped);
    }
  }

  public BackfillRun {
    requireNonNull(migration, "migration is null");
    requireNonNull(run, "run is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(status, "status is null");
    requireNonNull(order, "order is null");
    requireNonNull(totals, "totals is null");
    requireNonNull(message, "message is null");
    requireNonNull(finishedAt, "finishedAt is null");
  }

  static String stored(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
