package dev.rekey.migrations;

/** What became of one statement. */
public enum StatementOutcome {
  /** It took effect. */
  DONE,
  /** It did not take effect. */
  NOT_DONE,
  /** A timeout or a lost connection: it may have taken effect, now or later. */
  UNKNOWN
}
