package dev.rekey.core.state;

import java.util.Locale;

/** What an operator can ask of a migration; the same word in the command line, code and docs. */
public enum Verb {
  START,
  DUAL_WRITE,
  BACKFILL,
  VERIFY,
  SWITCH_READS,
  ROLLBACK,
  SOAK,
  RETIRE,
  DROP,
  COMPLETE;

  /** The word on the command line, for example {@code switch-reads}. */
  public String command() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
