package dev.rekey.migrations;

import java.time.Instant;
import java.util.Objects;

/**
 * Who holds a lock.
 *
 * @param owner as given when it was taken
 * @param token the holder's fencing token
 * @param until end of the lease by the holder's wall clock, if it is not renewed
 */
public record LockHolder(String owner, long token, Instant until) {
  public LockHolder {
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(until, "until");
  }
}
