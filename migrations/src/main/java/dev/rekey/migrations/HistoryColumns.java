package dev.rekey.migrations;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Maps history rows to the columns of the table. */
final class HistoryColumns {
  /** Every column but the key and the fence, in the order of {@link #values}. */
  static final String NAMES =
      "kind, version, title, checksum, statements, done, done_checksum, running, status, rank,"
          + " applied_by, fencing_token, started_at, finished_at, error, revision";

  private HistoryColumns() {}

  static List<Object> values(HistoryRow row) {
    return new ArrayList<>(
        Arrays.asList(
            row.kind().name(),
            row.version(),
            row.title(),
            row.checksum(),
            row.statements(),
            row.done(),
            row.doneChecksum(),
            row.running(),
            row.status().name(),
            row.rank(),
            row.appliedBy(),
            row.token(),
            row.startedAt(),
            row.finishedAt().orElse(null),
            row.error(),
            row.revision()));
  }

  static HistoryRow read(Row row) {
    return new HistoryRow(
        text(row, "script"),
        ScriptKind.valueOf(text(row, "kind")),
        text(row, "version"),
        text(row, "title"),
        text(row, "checksum"),
        row.getInt("statements"),
        row.getInt("done"),
        text(row, "done_checksum"),
        row.getInt("running"),
        HistoryStatus.valueOf(text(row, "status")),
        row.getInt("rank"),
        text(row, "applied_by"),
        row.getLong("fencing_token"),
        Objects.requireNonNull(row.getInstant("started_at"), "started_at"),
        Optional.ofNullable(row.getInstant("finished_at")),
        text(row, "error"),
        row.getLong("revision"));
  }

  private static String text(Row row, String column) {
    return Objects.requireNonNull(row.getString(column), column);
  }
}
