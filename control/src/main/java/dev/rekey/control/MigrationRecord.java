package dev.rekey.control;

import static java.util.Objects.requireNonNull;

import dev.rekey.core.state.MigrationState;
import java.time.Instant;
import java.util.Optional;

/**
 * One row of {@code rekey.migration}.
 *
 * @param paused why it is paused, if it is
 * @param failure why the last step failed, if it did; the step can be repeated
 */
public record MigrationRecord(
    String name,
    MigrationState state,
    Publication publication,
    TableName source,
    TableName target,
    MappingReference mapping,
    MigrationSettings settings,
    Ownership ownership,
    Optional<String> paused,
    Optional<String> failure,
    Instant createdAt,
    Instant updatedAt) {
  /**
   * Which compiled mapping, from which spec.
   *
   * @param format of the stored mapping
   */
  public record MappingReference(String checksum, int format, String specChecksum) {}

  /**
   * Who may write this row.
   *
   * @param fencingToken grows with every owner; a write with an older one is refused
   */
  public record Ownership(String owner, long fencingToken) {}

  public MigrationRecord {
    requireNonNull(name, "name is null");
    requireNonNull(state, "state is null");
    requireNonNull(publication, "publication is null");
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
    requireNonNull(mapping, "mapping is null");
    requireNonNull(settings, "settings is null");
    requireNonNull(ownership, "ownership is null");
    requireNonNull(paused, "paused is null");
    requireNonNull(failure, "failure is null");
    requireNonNull(createdAt, "createdAt is null");
    requireNonNull(updatedAt, "updatedAt is null");
  }

  /** The same with another state; a failure is forgotten. */
  public MigrationRecord withState(MigrationState newState) {
    return with(newState, publication, Optional.empty());
  }

  /** The same with another publication. */
  public MigrationRecord withPublication(Publication newPublication) {
    return with(state, newPublication, failure);
  }

  /** The same with a failure, or without one. */
  public MigrationRecord withFailure(Optional<String> newFailure) {
    return with(state, publication, newFailure);
  }

  private MigrationRecord with(
      MigrationState newState, Publication newPublication, Optional<String> newFailure) {
    return new MigrationRecord(
        name,
        newState,
        newPublication,
        source,
        target,
        mapping,
        settings,
        ownership,
        paused,
        newFailure,
        createdAt,
        updatedAt);
  }
}
