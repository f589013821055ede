package dev.rekey.migrations;

import java.time.Instant;

/** Somebody else holds the lock, and still did when the wait for it ended. */
public final class LockHeldException extends LockException {
  private static final long serialVersionUID = 1L;

  private final String owner;
  private final Instant until;
  private final long token;

  LockHeldException(String name, String owner, Instant until, long token) {
    super(
        "Cannot take lock '%s': held by %s until %s unless renewed (token %d). Wait for it to end; if its process is dead, run again after that time."
            .formatted(name, owner, until, token));
    this.owner = owner;
    this.until = until;
    this.token = token;
  }

  /** Who holds it, as given when it was taken. */
  public String owner() {
    return owner;
  }

  /** End of the lease by the holder's wall clock, if it is not renewed. */
  public Instant until() {
    return until;
  }

  /** The holder's fencing token. */
  public long token() {
    return token;
  }
}
