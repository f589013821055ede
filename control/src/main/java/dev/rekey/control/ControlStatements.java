package dev.rekey.control;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.SERIAL;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Prepares and executes the statements of this package, each at its own consistency level and with
 * a bounded timeout, whatever the session's defaults are.
 */
final class ControlStatements {
  /** Control statements are small; a slower answer is as good as none. */
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final CqlSession session;
  private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();

  ControlStatements(CqlSession session) {
    this.session = session;
  }

  /** Binds values to a statement; idempotent, at QUORUM and SERIAL. */
  BoundStatement bind(String cql, Object... values) {
    return prepare(cql)
        .bind(values)
        .setConsistencyLevel(QUORUM)
        .setSerialConsistencyLevel(SERIAL)
        .setTimeout(TIMEOUT)
        .setIdempotent(true);
  }

  /** Prepares once; two threads may both ask the server, which does no harm. */
  PreparedStatement prepare(String cql) {
    PreparedStatement statement = prepared.get(cql);
    if (statement == null) {
      statement = session.prepare(cql);
      prepared.put(cql, statement);
    }
    return statement;
  }

  ResultSet execute(String cql, Object... values) {
    return session.execute(bind(cql, values));
  }

  /** Reads what every finished and unfinished lightweight transaction has decided. */
  ResultSet executeSerial(String cql, Object... values) {
    return session.execute(bind(cql, values).setConsistencyLevel(SERIAL));
  }

  CompletionStage<AsyncResultSet> executeAsync(String cql, Object... values) {
    return session.executeAsync(bind(cql, values));
  }

  /** Inserts a new row: what is null is left out of it, since it would be stored as a tombstone. */
  CompletionStage<AsyncResultSet> insertAsync(String cql, Object... values) {
    BoundStatement bound = bind(cql, values);
    for (int i = 0; i < values.length; i++) {
      bound = values[i] == null ? bound.unset(i) : bound;
    }
    return session.executeAsync(bound);
  }

  /** Executes a conditional statement once: it is never retried by the driver. */
  CompletionStage<LwtOutcome> lwtAsync(String cql, Object... values) {
    return session
        .executeAsync(bind(cql, values).setIdempotent(false))
        .thenApply(rows -> rows.wasApplied() ? LwtOutcome.APPLIED : LwtOutcome.REFUSED)
        .exceptionally(ControlStatements::unknown);
  }

  /** The same for a thread that may wait; a refusal to write is the driver's exception itself. */
  LwtOutcome lwt(String cql, Object... values) {
    try {
      return lwtAsync(cql, values).toCompletableFuture().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof DriverException cause ? cause : e;
    }
  }

  /** Errors that prove that nothing was written are thrown on; every other leaves it unknown. */
  private static LwtOutcome unknown(Throwable error) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    if (cause instanceof QueryValidationException
        || cause instanceof UnavailableException
        || (cause instanceof AllNodesFailedException failed && failed.getAllErrors().isEmpty())) {
      throw new CompletionException(cause);
    }
    return new LwtOutcome.Unknown(cause);
  }
}
