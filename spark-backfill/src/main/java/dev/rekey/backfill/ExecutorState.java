package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.spark.connector.cql.CassandraConnector;
import dev.rekey.control.BackfillStore;
import dev.rekey.control.MigrationStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the tasks of one JVM share: one session, one watch over the run, the plan of the columns.
 *
 * <p>It lives as long as the JVM: executors of a run end with the run.
 */
final class ExecutorState {

  private static final Map<RunIdentity, ExecutorState> STATES = new ConcurrentHashMap<>();

  private final RunContext context;
  private final BackfillStore runs;
  private final RunWatch watch;
  private final Meter meter = new Meter();

  private ExecutorState(CqlSession session, RunIdentity identity, int tasks) {
    this.context = RunContext.load(session, identity.migration());
    this.runs = new BackfillStore(session);
    this.watch = new RunWatch(runs, new MigrationStore(session), identity, tasks);
  }

  /** The state of this JVM for a run, made at the first call. */
  static ExecutorState of(CassandraConnector connector, RunIdentity identity, int tasks) {
    return STATES.computeIfAbsent(
        identity, id -> new ExecutorState(connector.openSession(), id, tasks));
  }

  /** How many rows this JVM sent for a run so far. */
  static long rowsOf(RunIdentity identity) {
    ExecutorState state = STATES.get(identity);
    return state == null ? 0 : state.meter.rows();
  }

  RunContext context() {
    return context;
  }

  CqlSession session() {
    return context.session();
  }

  BackfillStore runs() {
    return runs;
  }

  RunWatch watch() {
    return watch;
  }

  Meter meter() {
    return meter;
  }
}
