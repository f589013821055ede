package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import com.datastax.oss.driver.internal.core.cql.ResultSets;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.driver.internal.core.util.concurrent.BlockingOperation;
import com.datastax.oss.driver.internal.core.util.concurrent.CompletableFutures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The interceptor in front of the driver instead of inside it: for a driver whose list of request
 * processors is not the one we know. All of an application's statements come through {@link
 * #execute(Request, GenericType)}, whichever method it calls; a next page comes through here as
 * well, because the results know this session. What is not CQL, such as graph statements, and
 * continuous paging go on to the driver.
 */
final class WrappedSession extends InterceptedSession {

  private final Interception interception;

  WrappedSession(DefaultSession session, Interception interception) {
    super(session, interception);
    this.interception = interception;
  }

  @Override
  @SuppressWarnings("unchecked") // each branch has checked which result type was asked for
  public <RequestT extends Request, ResultT> ResultT execute(
      RequestT request, GenericType<ResultT> resultType) {
    if (request instanceof Statement<?> statement) {
      if (Statement.ASYNC.equals(resultType)) {
        return (ResultT) send(statement);
      }
      if (Statement.SYNC.equals(resultType)) {
        BlockingOperation.checkNotDriverThread();
        return (ResultT)
            ResultSets.newInstance(CompletableFutures.getUninterruptibly(send(statement)));
      }
      if (ReactiveRequests.isResult(resultType)) {
        return (ResultT) ReactiveRequests.result(() -> send(statement));
      }
    }
    if (request instanceof PrepareRequest prepare) {
      if (PrepareRequest.ASYNC.equals(resultType)) {
        return (ResultT) prepareLater(prepare);
      }
      if (PrepareRequest.SYNC.equals(resultType)) {
        BlockingOperation.checkNotDriverThread();
        return (ResultT) CompletableFutures.getUninterruptibly(prepareLater(prepare));
      }
    }
    return super.execute(request, resultType);
  }

  private CompletionStage<AsyncResultSet> send(Statement<?> statement) {
    try {
      return interception
          .execute(statement, driverSession())
          .thenApply(rows -> new WrappedResult(rows, this));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletionStage<PreparedStatement> prepareLater(PrepareRequest request) {
    try {
      return interception
          .prepare(request, driverSession())
          .orElseGet(() -> super.execute(request, PrepareRequest.ASYNC));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
