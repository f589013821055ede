package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.cql.CqlPrepareAsyncProcessor;
import com.datastax.oss.driver.internal.core.cql.CqlRequestAsyncProcessor;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import java.util.concurrent.CompletionStage;

/** The last link of the chain: the driver, unchanged. */
interface DriverCalls {
  CompletionStage<AsyncResultSet> execute(Statement<?> statement, DefaultSession session);

  CompletionStage<PreparedStatement> prepare(PrepareRequest request, DefaultSession session);

  /** Past the session, whose processors are ours: by processors as the driver makes them. */
  final class ByProcessors implements DriverCalls {
    private final CqlRequestAsyncProcessor requests = new CqlRequestAsyncProcessor();
    private final CqlPrepareAsyncProcessor prepares = new CqlPrepareAsyncProcessor();

    @Override
    public CompletionStage<AsyncResultSet> execute(Statement<?> statement, DefaultSession session) {
      return requests.process(statement, session, contextOf(session), session.getName());
    }

    @Override
    public CompletionStage<PreparedStatement> prepare(
        PrepareRequest request, DefaultSession session) {
      return prepares.process(request, session, contextOf(session), session.getName());
    }

    private static InternalDriverContext contextOf(DefaultSession session) {
      return (InternalDriverContext) session.getContext();
    }
  }

  /** Through the session, where its processors are the driver's own. */
  final class BySession implements DriverCalls {
    @Override
    public CompletionStage<AsyncResultSet> execute(Statement<?> statement, DefaultSession session) {
      return session.executeAsync(statement);
    }

    @Override
    public CompletionStage<PreparedStatement> prepare(
        PrepareRequest request, DefaultSession session) {
      return session.execute(request, PrepareRequest.ASYNC);
    }
  }
}
