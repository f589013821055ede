package dev.rekey.migrations;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The record of one script.
 *
 * @param statements how many the file had
 * @param done how many of them took effect
 * @param doneChecksum {@link Script#prefixChecksum} of those
 * @param running number of the statement that was sent and not yet answered; 0 for none
 * @param rank order of first runs, from 1
 * @param token fencing token of the runner that wrote the row
 * @param revision rises with every write of the row
 */
record HistoryRow(
    String script,
    ScriptKind kind,
    String version,
    String title,
    String checksum,
    int statements,
    int done,
    String doneChecksum,
    int running,
    HistoryStatus status,
    int rank,
    String appliedBy,
    long token,
    Instant startedAt,
    Optional<Instant> finishedAt,
    String error,
    long revision) {

  HistoryRow {
    Objects.requireNonNull(script, "script");
    Objects.requireNonNull(finishedAt, "finishedAt");
    if (done < 0 || running < 0) {
      throw new IllegalArgumentException(
          "Cannot read history of %s: done %d, running %d".formatted(script, done, running));
    }
  }

  /** The number of the statement whose outcome nobody knows, if there is one. */
  Optional<Integer> doubtful() {
    boolean open = status == HistoryStatus.RUNNING || status == HistoryStatus.UNKNOWN;
    return open && running > 0 ? Optional.of(running) : Optional.empty();
  }

  HistoryRow with(
      int newDone,
      String newDoneChecksum,
      int newRunning,
      HistoryStatus newStatus,
      String newError) {
    return new HistoryRow(
        script,
        kind,
        version,
        title,
        checksum,
        statements,
        newDone,
        newDoneChecksum,
        newRunning,
        newStatus,
        rank,
        appliedBy,
        token,
        startedAt,
        finishedAt,
        newError,
        revision + 1);
  }

  HistoryRow finished(String newDoneChecksum, Instant at) {
    return new HistoryRow(
        script,
        kind,
        version,
        title,
        checksum,
        statements,
        statements,
        newDoneChecksum,
        0,
        HistoryStatus.DONE,
        rank,
        appliedBy,
        token,
        startedAt,
        Optional.of(at),
        "",
        revision + 1);
  }

  HistoryRow underToken(long newToken) {
    return new HistoryRow(
        script,
        kind,
        version,
        title,
        checksum,
        statements,
        done,
        doneChecksum,
        running,
        status,
        rank,
        appliedBy,
        newToken,
        startedAt,
        finishedAt,
        error,
        revision);
  }
}
