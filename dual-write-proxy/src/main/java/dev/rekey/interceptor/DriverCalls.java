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

/** The last link of the chain: the driver's own processors, unchanged. */
final class DriverCalls {

  private final CqlRequestAsyncProcessor requests = new CqlRequestAsyncProcessor();
  private final CqlPrepareAsyncProcessor prepares = new CqlPrepareAsyncProcessor();

  CompletionStage<AsyncResultSet> execute(Statement<?> statement, DefaultSession session) {
    return requests.process(statement, session, contextOf(session), session.getName());
  }

  CompletionStage<PreparedStatement> prepare(PrepareRequest request, DefaultSession session) {
    return prepares.process(request, session, contextOf(session), session.getName());
  }

  private static InternalDriverContext contextOf(DefaultSession session) {
    return (InternalDriverContext) session.getContext();
  }
}
