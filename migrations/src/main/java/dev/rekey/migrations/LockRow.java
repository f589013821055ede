package dev.rekey.migrations;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The row of one lock.
 *
 * @param token fencing token of the last acquisition; outlives releases, never falls
 * @param beat rises with every write of the row, so that "unchanged" cannot be faked by a late or
 *     repeated renewal
 * @param holder random id of the acquisition that holds the lock; empty when it is free
 * @param owner who took it last, for people
 * @param until end of the lease by the holder's wall clock
 * @param lease length of the lease
 */
record LockRow(
    String name,
    long token,
    long beat,
    Optional<UUID> holder,
    String owner,
    Instant until,
    Duration lease) {

  LockRow {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(holder, "holder");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(until, "until");
    Objects.requireNonNull(lease, "lease");
  }

  static LockRow first(String name, UUID holder, String owner, Instant until, Duration lease) {
    return new LockRow(name, 1, 1, Optional.of(holder), owner, until, lease);
  }

  LockRow takenBy(UUID newHolder, String newOwner, Instant newUntil, Duration newLease) {
    return new LockRow(
        name, token + 1, beat + 1, Optional.of(newHolder), newOwner, newUntil, newLease);
  }

  LockRow renewedUntil(Instant newUntil) {
    return new LockRow(name, token, beat + 1, holder, owner, newUntil, lease);
  }

  LockRow released(Instant at) {
    return new LockRow(name, token, beat + 1, Optional.empty(), owner, at, lease);
  }

  /** Whether {@code other} is the same write of the row; times are rounded by the server. */
  boolean sameWriteAs(LockRow other) {
    return name.equals(other.name)
        && token == other.token
        && beat == other.beat
        && holder.equals(other.holder);
  }
}
