package dev.rekey.orchestrator;

/** How a command ended, as a number for scripts; documented in {@code rekey --help}. */
public enum ExitCode {
  /** Done, or done already. */
  DONE(0, "done"),
  /** Wrong options, or mistakes in a file; nothing was connected to. */
  USAGE(2, "usage"),
  /** A guard found that the step must not be taken now. */
  GUARD_FAILED(10, "guard failed"),
  /** Nothing was changed: a confirmation is missing. */
  NOT_CONFIRMED(11, "waiting for confirmation"),
  /** Ended by a criterion, or on request. */
  ABORTED(12, "aborted"),
  /** Somebody else holds the migration, or our hold on it lapsed. */
  LOCK_LOST(13, "lock or lease lost"),
  /** The two tables differ. */
  VERIFICATION_FAILED(14, "verification failed"),
  /** Application instances have not followed in time. */
  FLEET_NOT_ACKNOWLEDGED(15, "fleet not acknowledged"),
  /** A write may or may not have happened; running again finds out. */
  OUTCOME_UNKNOWN(16, "outcome unknown"),
  /** The plan or the migration's state does not allow it. */
  REFUSED(17, "refused by plan or state"),
  /** No node answers. */
  CANNOT_CONNECT(18, "cannot connect"),
  /** A fault of ours. */
  INTERNAL(20, "internal");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  /** The process's exit status. */
  public int code() {
    return code;
  }

  /** In a few words. */
  public String meaning() {
    return meaning;
  }
}
