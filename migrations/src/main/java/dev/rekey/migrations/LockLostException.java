package dev.rekey.migrations;

/**
 * The lease lapsed, or another holder replaced it. Whoever gets this must stop at once, write
 * nothing and clean nothing up: the lock may have a new holder already.
 */
public final class LockLostException extends LockException {
  private static final long serialVersionUID = 1L;

  LockLostException(String message) {
    super(message);
  }

  LockLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
