package dev.rekey.migrations;

/**
 * A statement of a script was refused by the server, or its outcome is unknown. The history keeps
 * the place: the next {@link Migrations#migrate()} resumes there.
 */
public final class StatementFailedException extends MigrationException {
  private static final long serialVersionUID = 1L;

  private final String script;
  private final int statement;
  private final StatementOutcome outcome;

  StatementFailedException(
      String message, String script, int statement, StatementOutcome outcome, Throwable cause) {
    super(message, cause);
    this.script = script;
    this.statement = statement;
    this.outcome = outcome;
  }

  /** File name of the script. */
  public String script() {
    return script;
  }

  /** Number of the statement in its file, from 1. */
  public int statement() {
    return statement;
  }

  /** {@code NOT_DONE} when the server refused it, {@code UNKNOWN} when no clear answer came. */
  public StatementOutcome outcome() {
    return outcome;
  }
}
