package dev.rekey.migrations;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * One script: the file, the record, or both.
 *
 * @param version empty for a repeatable script
 * @param statements how many the file has (or had, when it is missing)
 * @param done how many took effect
 * @param checksum of the file; of the record when the file is missing
 * @param error what stopped it; empty if nothing did
 */
public record ScriptInfo(
    String file,
    ScriptKind kind,
    Optional<String> version,
    String title,
    ScriptState state,
    int statements,
    int done,
    String checksum,
    Optional<String> appliedBy,
    Optional<Instant> startedAt,
    Optional<Instant> finishedAt,
    Optional<String> error) {
  public ScriptInfo {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(state, "state");
  }
}
