package dev.rekey.migrations;

/** When a script runs. */
public enum ScriptKind {
  /** {@code V…}: once, in the order of versions; must not change afterwards. */
  VERSIONED,
  /**
   * {@code R…}: after all versioned ones, each time its checksum changes, in the order of names.
   */
  REPEATABLE
}
