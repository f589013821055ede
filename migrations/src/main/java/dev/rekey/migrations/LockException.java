package dev.rekey.migrations;

/** The leased lock could not be taken or kept. */
public class LockException extends MigrationException {
  private static final long serialVersionUID = 1L;

  public LockException(String message) {
    super(message);
  }

  public LockException(String message, Throwable cause) {
    super(message, cause);
  }
}
