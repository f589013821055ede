package dev.rekey.orchestrator.plan;

/** The source table cannot be described. */
public final class SchemaException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SchemaException(String message) {
    super(message);
  }

  SchemaException(String message, Throwable cause) {
    super(message, cause);
  }
}
