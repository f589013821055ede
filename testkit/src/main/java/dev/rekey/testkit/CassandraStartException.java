package dev.rekey.testkit;

/** A server could not be started, or did not come up in time; the message ends with its log. */
public final class CassandraStartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CassandraStartException(String message) {
    super(message);
  }

  CassandraStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
