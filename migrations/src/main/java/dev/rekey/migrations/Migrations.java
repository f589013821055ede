package dev.rekey.migrations;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a keyspace up to its scripts, each applied once whoever runs it.
 *
 * <p>Scripts are {@code V<number>__<title>.cql}, run once in numeric order, and {@code
 * R__<title>.cql}, run after those whenever they changed. Progress is recorded for every statement;
 * a run that stopped is resumed at the statement where it stopped. Names in scripts must be
 * qualified; {@code ${keyspace}} is always defined.
 *
 * <p>{@link #migrate()} and {@link #settle} hold the lock {@value #LOCK_NAME}; the others read
 * only. Thread-safe.
 */
public final class Migrations {
  /** Name of the lock in the table {@code lock}. */
  public static final String LOCK_NAME = "migrations";

  private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);

  private final Settings settings;
  private final List<Script> scripts;
  private final Bootstrap bootstrap;
  private final Ddl ddl;
  private final HistoryStore history;

  Migrations(Settings settings, List<Script> scripts) {
    this.settings = settings;
    this.scripts = scripts;
    this.bootstrap = new Bootstrap(settings);
    this.ddl = new Ddl(settings);
    this.history =
        new CassandraHistoryStore(
            settings.session(), settings.keyspace(), MigrationsConfiguration.HISTORY_TIMEOUT);
  }

  /** Begins a configuration; {@link MigrationsConfiguration#load()} ends it. */
  public static MigrationsConfiguration configure(CqlSession session) {
    return new MigrationsConfiguration(session);
  }

  /**
   * Creates the keyspace if need be, takes the lock and runs what is pending.
   *
   * @throws LockHeldException if another runner holds the lock longer than the configured wait
   * @throws ScriptRefusedException if scripts and history do not fit; nothing was run
   * @throws StatementFailedException if a statement was refused or its outcome is unknown
   * @throws LockLostException if the lease was lost on the way; nothing was cleaned up
   */
  public MigrateResult migrate() {
    try {
      List<String> created = bootstrap.run(ddl);
      try (Lease lease = lock().acquire(settings.lockWait())) {
        List<AppliedScript> applied = migrate(lease);
        LOG.info("Keyspace {}: {} scripts applied", settings.keyspace(), applied.size());
        return new MigrateResult(created, applied, lease.token());
      }
    } catch (DriverException e) {
      throw unreachable("migrate", e);
    }
  }

  private List<AppliedScript> migrate(Lease lease) {
    history.raiseFence(lease.token());
    // What an earlier runner left behind must have reached all nodes before we add to it.
    ddl.awaitAgreement();
    List<HistoryRow> rows = history.rows();
    Plan plan = Planner.plan(scripts, rows);
    if (!plan.problems().isEmpty()) {
      throw new ScriptRefusedException(
          "Cannot migrate keyspace %s".formatted(settings.keyspace()), plan.problems());
    }
    int lastRank = rows.stream().mapToInt(HistoryRow::rank).max().orElse(0);
    return new MigrationRun(lease, history, ddl, settings.clock(), lastRank).run(plan);
  }

  /** Every script and record: versioned by version, repeatable by name, then those without file. */
  public List<ScriptInfo> info() {
    try {
      return InfoTable.of(scripts, recorded());
    } catch (DriverException e) {
      throw unreachable("read the history of", e);
    }
  }

  /** Whether {@link #migrate()} would accept the scripts, and what it would run. */
  public ValidateResult validate() {
    try {
      Plan plan = Planner.plan(scripts, recorded());
      return new ValidateResult(
          plan.problems(), plan.steps().stream().map(step -> step.script().file()).toList());
    } catch (DriverException e) {
      throw unreachable("validate", e);
    }
  }

  /** The statements {@link #migrate()} would send now. Needs no right to write. */
  public DryRunResult dryRun() {
    try {
      List<PlannedStatement> statements = new ArrayList<>();
      for (String cql : bootstrap.missing()) {
        statements.add(new PlannedStatement("", statements.size() + 1, 1, cql));
      }
      Plan plan = Planner.plan(scripts, recorded());
      for (Step step : plan.steps()) {
        List<CqlStatement> all = step.script().statements();
        for (CqlStatement statement : all.subList(step.done(), all.size())) {
          statements.add(
              new PlannedStatement(
                  step.script().file(), statement.number(), statement.line(), statement.cql()));
        }
      }
      return new DryRunResult(statements, plan.problems());
    } catch (DriverException e) {
      throw unreachable("plan", e);
    }
  }

  /**
   * Tells the history what became of a statement whose outcome it does not know. Look first.
   *
   * @param script file name
   * @param statement its number in the file, from 1
   * @param outcome {@code DONE} to go on behind it, {@code NOT_DONE} to run it again
   * @throws MigrationException if that statement is not in doubt
   */
  public void settle(String script, int statement, StatementOutcome outcome) {
    if (outcome == StatementOutcome.UNKNOWN) {
      throw new IllegalArgumentException(
          "Cannot settle a statement as unknown: it is that already");
    }
    try {
      bootstrap.run(ddl);
      try (Lease lease = lock().acquire(settings.lockWait())) {
        history.raiseFence(lease.token());
        history.write(Settlement.of(scripts, history.rows(), script, statement, outcome, lease));
      }
    } catch (DriverException e) {
      throw unreachable("settle a statement of", e);
    }
  }

  private List<HistoryRow> recorded() {
    return bootstrap.historyExists() ? history.rows() : List.of();
  }

  private LeasedLock lock() {
    return LeasedLock.builder(settings.session(), settings.keyspace(), LOCK_NAME)
        .owner(settings.owner())
        .lease(settings.lease())
        .maxClockSkew(settings.maxClockSkew())
        .clock(settings.clock())
        .build();
  }

  private MigrationException unreachable(String what, DriverException e) {
    return new MigrationException(
        "Cannot %s keyspace %s: %s. Check the nodes and the role's rights, then run again."
            .formatted(what, settings.keyspace(), e.getMessage()),
        e);
  }
}
