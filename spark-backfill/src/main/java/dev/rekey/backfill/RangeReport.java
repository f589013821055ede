package dev.rekey.backfill;

import java.io.Serializable;
import java.util.Objects;

/**
 * What became of a range, as Spark brings it back.
 *
 * @param outcome what was copied, also if it failed later
 * @param error why it failed; the empty text if it did not
 * @param stop how the process must end because of it; {@link ExitCode#DONE} to go on
 */
record RangeReport(RangeTask task, RangeOutcome outcome, String error, ExitCode stop)
    implements Serializable {

  RangeReport {
    Objects.requireNonNull(task, "task is null");
    Objects.requireNonNull(outcome, "outcome is null");
    Objects.requireNonNull(error, "error is null");
    Objects.requireNonNull(stop, "stop is null");
  }

  boolean failed() {
    return !error.isEmpty();
  }
}
