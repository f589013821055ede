package dev.rekey.demo.history;

import static java.util.Objects.requireNonNull;

/**
 * Something that was read and must not be so.
 *
 * @param where which read found it, for people
 * @param row which row, for people
 * @param detail expected and found, for people
 */
public record Violation(Kind kind, String where, String row, String detail) {
  /** What is wrong. */
  public enum Kind {
    /** An acknowledged row is not there. */
    LOST,
    /** A deleted, expired or never written row is there. */
    REVIVED,
    /** An older value is there. */
    STALE,
    /** A value is there that was never acknowledged for this row. */
    WRONG,
    /** A row is in a partition where its key does not belong, or twice. */
    MISPLACED
  }

  public Violation {
    requireNonNull(kind, "kind is null");
    requireNonNull(where, "where is null");
    requireNonNull(row, "row is null");
    requireNonNull(detail, "detail is null");
  }

  @Override
  public String toString() {
    return "%s %s (%s): %s".formatted(kind, row, where, detail);
  }
}
