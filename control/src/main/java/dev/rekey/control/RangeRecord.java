package dev.rekey.control;

import dev.rekey.core.token.TokenRange;
import java.util.Optional;

/**
 * A finished or failed token range of a run.
 *
 * @param error why it failed; empty if it is done
 */
public record RangeRecord(
    TokenRange range, BackfillRun.Totals totals, int attempts, Optional<String> error) {
  public boolean isDone() {
    return error.isEmpty();
  }
}
