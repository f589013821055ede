package dev.rekey.migrations;

import java.util.List;

/** A script that was read: its name, where it came from, its checksum and its statements. */
record Script(ScriptName name, String location, String checksum, List<CqlStatement> statements) {
  Script {
    statements = List.copyOf(statements);
  }

  String file() {
    return name.file();
  }

  /**
   * A digest of the first {@code count} statements. Recorded with the progress, so that a file may
   * be mended behind the place where it failed, but not before it.
   */
  String prefixChecksum(int count) {
    StringBuilder text = new StringBuilder();
    for (CqlStatement statement : statements.subList(0, count)) {
      text.append(statement.canonical().length()).append(':').append(statement.canonical());
    }
    return SourceText.sha256(text.toString());
  }
}
