package dev.rekey.cql;

/**
 * A text that is not CQL as we know it. Whoever catches it must refuse the statement or show it to
 * a person.
 */
public final class CqlSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;
  private final String reason;

  CqlSyntaxException(int line, int column, String reason) {
    super("Cannot parse CQL: " + reason + " (line " + line + ", column " + column + ")");
    this.line = line;
    this.column = column;
    this.reason = reason;
  }

  /** Counted from 1. */
  public int line() {
    return line;
  }

  /** In UTF-16 units, counted from 1. */
  public int column() {
    return column;
  }

  /** What was found and what was expected. */
  public String reason() {
    return reason;
  }
}
