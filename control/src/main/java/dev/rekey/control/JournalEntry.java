package dev.rekey.control;

import static java.util.Objects.requireNonNull;

import dev.rekey.core.state.Leg;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A logical write that has not surely reached every table it belongs to.
 *
 * @param key where the entry is stored
 * @param owed the statement for each table that may lack the write; replayed with {@code
 *     writeMicros}
 * @param writeMicros the one timestamp of the write, in microseconds
 * @param expiresAt absolute end of life of what was written, the table's default included; empty if
 *     it never expires. Replay uses what is left of it
 * @param sourceKey the row's source key for people, never parsed
 */
public record JournalEntry(
    Key key,
    Map<Leg, OwedWrite> owed,
    long writeMicros,
    Optional<Instant> expiresAt,
    String sourceKey,
    int attempts,
    Optional<String> lastError) {
  /**
   * Full primary key of an entry.
   *
   * @param minute the minute it was written in
   * @param id time-based and unique
   */
  public record Key(String migration, UUID incarnation, Instant minute, UUID id) {}

  public JournalEntry {
    requireNonNull(key, "key is null");
    owed = Map.copyOf(owed);
    if (owed.isEmpty()) {
      throw new IllegalArgumentException("Cannot journal a write that is owed to no table");
    }
    expiresAt = expiresAt.map(end -> end.truncatedTo(ChronoUnit.MILLIS));
    requireNonNull(sourceKey, "sourceKey is null");
    requireNonNull(lastError, "lastError is null");
  }
}
