package dev.rekey.control;

import java.util.List;

/** Names of the control keyspace and where its scripts are. */
public final class ControlSchema {
  public static final String KEYSPACE = "rekey";

  /** Folder of the versioned scripts on the class path. */
  public static final String SCRIPTS = "dev/rekey/control/schema";

  /** File names of the scripts, in order; each is a resource below {@link #SCRIPTS}. */
  public static final List<String> SCRIPT_FILES =
      List.of("V001__control_keyspace.cql", "V003__write_mode.cql");

  private ControlSchema() {}
}
