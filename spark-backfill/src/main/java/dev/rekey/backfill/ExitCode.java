package dev.rekey.backfill;

/** How the process ends; the numbers are the ones of the `rekey` command. */
enum ExitCode {
  /** Everything was copied, or nothing differs. */
  DONE(0),
  /** The command line is wrong. */
  USAGE(2),
  /** Ranges failed or rows have no place in the target; the log names them. */
  FAILED(10),
  /** An abort was requested. */
  ABORTED(12),
  /** Someone else took the migration over; nothing was written after that was seen. */
  FENCED_OUT(13),
  /** The tables differ, or they could not be compared. */
  DIFFERENT(14),
  /** The tables or the state of the migration do not allow it. */
  REFUSED(17),
  /** No contact point answered. */
  CANNOT_CONNECT(18),
  /** A defect. */
  INTERNAL(20);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
