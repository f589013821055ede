package dev.rekey.backfill;

import java.io.Serializable;
import java.util.Objects;

/**
 * The bounds of a copy.
 *
 * @param consistency of reads and writes; together they must overlap what the application uses
 * @param pageSize rows per page
 * @param batchStatements most statements of one batch
 * @param batchBytes most bytes of one batch
 * @param inFlight most unanswered batches of one task
 * @param attempts how often a write, and how often a range, is tried
 * @param pageAgeMillis rows read longer ago are not written: a paused process must not bring back
 *     what was deleted and forgotten meanwhile
 */
record CopySettings(
    String consistency,
    int pageSize,
    int batchStatements,
    int batchBytes,
    int inFlight,
    int attempts,
    long pageAgeMillis)
    implements Serializable {

  static final CopySettings DEFAULT =
      new CopySettings("LOCAL_QUORUM", 2000, 48, 32 * 1024, 32, 5, 600_000);

  CopySettings {
    Objects.requireNonNull(consistency, "consistency is null");
    requirePositive("page-size", pageSize);
    requirePositive("batch-statements", batchStatements);
    requirePositive("batch-bytes", batchBytes);
    requirePositive("in-flight", inFlight);
    requirePositive("attempts", attempts);
    requirePositive("page-age-millis", pageAgeMillis);
  }

  /** The same with another page size. */
  CopySettings withPageSize(int rows) {
    return new CopySettings(
        consistency, rows, batchStatements, batchBytes, inFlight, attempts, pageAgeMillis);
  }

  /** The same with another consistency level. */
  CopySettings withConsistency(String level) {
    return new CopySettings(
        level, pageSize, batchStatements, batchBytes, inFlight, attempts, pageAgeMillis);
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "Cannot copy with %s %d: it must be at least 1".formatted(name, value));
    }
  }
}
