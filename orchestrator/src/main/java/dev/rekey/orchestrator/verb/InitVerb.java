package dev.rekey.orchestrator.verb;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.control.ControlSchema;
import dev.rekey.migrations.DryRunResult;
import dev.rekey.migrations.LockException;
import dev.rekey.migrations.MigrateResult;
import dev.rekey.migrations.MigrationException;
import dev.rekey.migrations.Migrations;
import dev.rekey.migrations.ScriptRefusedException;
import dev.rekey.migrations.StatementFailedException;
import dev.rekey.migrations.StatementOutcome;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.engine.Narrator;

/** Creates or upgrades the control keyspace; needed once, before applications adopt Rekey. */
public final class InitVerb {

  private final CqlSession session;
  private final Narrator narrator;
  private final VerbContext.Mode mode;

  /** Works through this session. */
  public InitVerb(CqlSession session, Narrator narrator, VerbContext.Mode mode) {
    this.session = session;
    this.narrator = narrator;
    this.mode = mode;
  }

  /** The scripts of the control keyspace, ready to be run. */
  public static Migrations migrations(CqlSession session) {
    return Migrations.configure(session)
        .keyspace(ControlSchema.KEYSPACE)
        .locations("classpath:" + ControlSchema.SCRIPTS)
        .classLoader(ControlSchema.class.getClassLoader())
        .load();
  }

  /** Runs the verb. */
  public ExitCode run() {
    try {
      Migrations migrations = migrations(session);
      return mode == VerbContext.Mode.DRY_RUN ? dryRun(migrations) : migrate(migrations);
    } catch (MigrationException e) {
      throw refused(e);
    }
  }

  private ExitCode dryRun(Migrations migrations) {
    DryRunResult result = migrations.dryRun();
    narrator.say(result.text());
    return result.problems().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private ExitCode migrate(Migrations migrations) {
    MigrateResult result = migrations.migrate();
    result.created().forEach(statement -> narrator.say("  " + statement));
    narrator.say(
        result.applied().isEmpty()
            ? "Control keyspace " + ControlSchema.KEYSPACE + " is up to date."
            : "Control keyspace %s is ready (%d scripts applied)."
                .formatted(ControlSchema.KEYSPACE, result.applied().size()));
    narrator.say("Replication: " + replication());
    narrator.say("Next: give the application Rekey's interceptor, then 'rekey plan SPEC'");
    return ExitCode.DONE;
  }

  /** The message says what and why already; what is added is how the command ends. */
  private static RekeyException refused(MigrationException failure) {
    String again = "correct it and run this again; it continues";
    if (failure instanceof ScriptRefusedException) {
      return new RekeyException(
          ExitCode.REFUSED,
          failure.getMessage(),
          "use the version of Rekey that made this control keyspace, or a later one",
          failure);
    }
    if (failure instanceof LockException) {
      return new RekeyException(
          ExitCode.LOCK_LOST,
          failure.getMessage(),
          "run this again once the other has ended",
          failure);
    }
    if (failure instanceof StatementFailedException statement) {
      return new RekeyException(
          statement.outcome() == StatementOutcome.UNKNOWN
              ? ExitCode.OUTCOME_UNKNOWN
              : ExitCode.GUARD_FAILED,
          failure.getMessage(),
          again,
          failure);
    }
    return new RekeyException(
        failure.getCause() instanceof DriverException
            ? ExitCode.CANNOT_CONNECT
            : ExitCode.GUARD_FAILED,
        failure.getMessage(),
        again,
        failure);
  }

  private String replication() {
    Row row =
        session
            .execute(
                SimpleStatement.newInstance(
                    "SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = ?",
                    ControlSchema.KEYSPACE))
            .one();
    return row == null ? "unknown" : String.valueOf(row.getObject(0));
  }
}
