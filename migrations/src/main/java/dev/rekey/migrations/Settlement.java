package dev.rekey.migrations;

import java.util.List;
import java.util.Optional;

/** Works out the row that says what became of a statement in doubt. */
final class Settlement {
  private Settlement() {}

  static HistoryRow of(
      List<Script> scripts,
      List<HistoryRow> rows,
      String file,
      int number,
      StatementOutcome outcome,
      Lease lease) {
    Script script =
        scripts.stream()
            .filter(candidate -> candidate.file().equals(file))
            .findFirst()
            .orElseThrow(() -> refuse(file, number, "no such script in the locations"));
    HistoryRow row =
        rows.stream()
            .filter(candidate -> candidate.script().equals(file))
            .findFirst()
            .orElseThrow(() -> refuse(file, number, "it has never run"));
    if (!row.doubtful().equals(Optional.of(number))) {
      throw refuse(
          file,
          number,
          row.doubtful().map(n -> "the one in doubt is " + n).orElse("no statement is in doubt"));
    }
    if (number > script.statements().size()) {
      throw refuse(file, number, "the file has only " + script.statements().size());
    }
    boolean took = outcome == StatementOutcome.DONE;
    int done = took ? number : row.done();
    String checksum = took ? script.prefixChecksum(number) : row.doneChecksum();
    String note = "statement %d settled as %s by %s".formatted(number, outcome, lease.owner());
    return row.with(done, checksum, 0, HistoryStatus.FAILED, note).underToken(lease.token());
  }

  private static MigrationException refuse(String file, int number, String why) {
    return new MigrationException(
        "Cannot settle statement %d of %s: %s. See info().".formatted(number, file, why));
  }
}
