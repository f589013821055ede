package dev.rekey.backfill;

import dev.rekey.control.RowMarker;
import java.util.Objects;

/**
 * What decides the timestamps of a copy.
 *
 * @param fence F in microseconds: every write after it was mirrored with a timestamp above it
 * @param rowMarker the table's declared policy
 * @param times {@link WriteTimes#EXACT}, except in negative controls
 */
record CopyRules(long fence, RowMarker rowMarker, WriteTimes times) {

  CopyRules {
    Objects.requireNonNull(rowMarker, "rowMarker is null");
    Objects.requireNonNull(times, "times is null");
    if (fence <= 0) {
      throw new IllegalArgumentException(
          "Cannot copy with fence %d: it is a time in microseconds after 1970".formatted(fence));
    }
  }
}
