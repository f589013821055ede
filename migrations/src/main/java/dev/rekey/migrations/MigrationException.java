package dev.rekey.migrations;

/** A migration could not be loaded, checked or run. The message says what, why, and the remedy. */
public class MigrationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MigrationException(String message) {
    super(message);
  }

  public MigrationException(String message, Throwable cause) {
    super(message, cause);
  }
}
