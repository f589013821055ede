package dev.rekey.migrations;

/** Where a script stands. */
public enum ScriptState {
  /** Not run yet; or a repeatable one that changed since. */
  PENDING,
  /** Run to its end. */
  DONE,
  /** Stopped at a statement that the server refused. */
  FAILED,
  /** Being run now, or its runner died; the outcome of one statement may be unknown. */
  RUNNING,
  /** Stopped at a statement whose outcome is unknown. */
  UNKNOWN,
  /** Recorded, but its file is in none of the locations. */
  MISSING,
  /** A versioned file that is no longer what was run. */
  CHANGED
}
