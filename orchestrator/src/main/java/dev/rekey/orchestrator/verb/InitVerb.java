package dev.rekey.orchestrator.verb;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.control.ControlSchema;
import dev.rekey.migrations.MigrateResult;
import dev.rekey.migrations.MigrationException;
import dev.rekey.migrations.Migrations;
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
    Migrations migrations = migrations(session);
    if (mode == VerbContext.Mode.DRY_RUN) {
      narrator.say(migrations.dryRun().text());
      return ExitCode.DONE;
    }
    try {
      MigrateResult result = migrations.migrate();
      result.created().forEach(statement -> narrator.say("  " + statement));
      narrator.say(
          result.applied().isEmpty()
              ? "Control keyspace " + ControlSchema.KEYSPACE + " is up to date."
              : "Control keyspace %s is ready (%d scripts applied)."
                  .formatted(ControlSchema.KEYSPACE, result.applied().size()));
    } catch (MigrationException e) {
      throw new RekeyException(
          ExitCode.GUARD_FAILED,
          "Cannot create the control keyspace: " + e.getMessage(),
          "correct it and run this again; it continues",
          e);
    }
    narrator.say("Replication: " + replication());
    narrator.say("Next: give the application Rekey's interceptor, then rekey plan SPEC");
    return ExitCode.DONE;
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
