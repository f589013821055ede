package dev.rekey.migrations;

/** Where a recorded script stands; the name is what the table holds. */
enum HistoryStatus {
  /** Statements are being run, or were when the runner died. */
  RUNNING,
  /** A statement was refused; nothing is in doubt. */
  FAILED,
  /** The outcome of a statement is not known. */
  UNKNOWN,
  DONE
}
