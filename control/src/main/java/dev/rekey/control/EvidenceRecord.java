package dev.rekey.control;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The result of one verification.
 *
 * @param id time-based
 * @param epoch of the migration while it ran
 * @param expiresAt evidence is not believed for ever
 * @param voided why it must not be believed any more, if so
 */
public record EvidenceRecord(
    UUID id,
    long epoch,
    Verdict verdict,
    Side source,
    Side target,
    Differences differences,
    List<String> samples,
    Instant startedAt,
    Instant finishedAt,
    Instant expiresAt,
    Optional<String> voided) {
  /** What it found. */
  public enum Verdict {
    EQUAL,
    DIFFERENT,
    UNRESOLVED
  }

  /** One table: rows counted and the sum of their digests in hexadecimal. */
  public record Side(long rows, String digest) {}

  /**
   * Keys that differ, by kind.
   *
   * @param missing in the source only
   * @param stale in both, with different cells
   * @param orphan in the target only
   * @param ttl equal but for expiry
   * @param unresolved changing at every look
   * @param repaired of the above, made equal and read back
   */
  public record Differences(
      long missing, long stale, long orphan, long ttl, long unresolved, long repaired) {
    public static final Differences NONE = new Differences(0, 0, 0, 0, 0, 0);
  }

  public EvidenceRecord {
    requireNonNull(id, "id is null");
    requireNonNull(verdict, "verdict is null");
    samples = List.copyOf(samples);
    requireNonNull(voided, "voided is null");
  }
}
