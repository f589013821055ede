package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import com.datastax.oss.driver.internal.core.cql.ResultSets;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.driver.internal.core.session.SessionWrapper;
import com.datastax.oss.driver.internal.core.util.concurrent.CompletableFutures;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The same connections, without the interceptor: what Rekey itself sends goes through here, so that
 * a mirrored write is never mirrored again whatever its text says.
 */
final class BypassSession extends SessionWrapper implements CqlSession {

  private final DriverCalls driver;
  private final Duration longest;

  /**
   * @param longest no statement waits longer: one node that does not answer must not cost a lease
   */
  BypassSession(DefaultSession session, DriverCalls driver, Duration longest) {
    super(session);
    this.driver = driver;
    this.longest = longest;
  }

  @Override
  @SuppressWarnings("unchecked") // each branch has checked which result type was asked for
  public <RequestT extends Request, ResultT> ResultT execute(
      RequestT request, GenericType<ResultT> resultType) {
    DefaultSession session = (DefaultSession) getDelegate();
    if (request instanceof Statement<?> statement && Statement.ASYNC.equals(resultType)) {
      return (ResultT) driver.execute(bounded(statement), session);
    }
    if (request instanceof Statement<?> statement && Statement.SYNC.equals(resultType)) {
      CompletionStage<AsyncResultSet> result = driver.execute(bounded(statement), session);
      return (ResultT) ResultSets.newInstance(CompletableFutures.getUninterruptibly(result));
    }
    if (request instanceof PrepareRequest prepare && PrepareRequest.ASYNC.equals(resultType)) {
      return (ResultT) driver.prepare(prepare, session);
    }
    if (request instanceof PrepareRequest prepare && PrepareRequest.SYNC.equals(resultType)) {
      CompletionStage<PreparedStatement> result = driver.prepare(prepare, session);
      return (ResultT) CompletableFutures.getUninterruptibly(result);
    }
    return super.execute(request, resultType);
  }

  private Statement<?> bounded(Statement<?> statement) {
    Duration own = statement.getTimeout();
    boolean isShort = own != null && own.compareTo(longest) < 0;
    return isShort ? statement : statement.setTimeout(longest);
  }
}
