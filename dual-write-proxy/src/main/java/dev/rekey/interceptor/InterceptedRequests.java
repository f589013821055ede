package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.cql.CqlRequestAsyncProcessor;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.driver.internal.core.util.concurrent.CompletableFutures;
import java.util.concurrent.CompletionStage;

/**
 * Where the driver hands every statement over: synchronous, asynchronous and reactive execution all
 * end here, and so does the fetching of a next page.
 */
final class InterceptedRequests extends CqlRequestAsyncProcessor {

  private final Interception interception;

  InterceptedRequests(Interception interception) {
    this.interception = interception;
  }

  Interception interception() {
    return interception;
  }

  @Override
  public CompletionStage<AsyncResultSet> process(
      Statement<?> request,
      DefaultSession session,
      InternalDriverContext context,
      String sessionLogPrefix) {
    try {
      return interception.execute(request, session);
    } catch (RuntimeException e) {
      return CompletableFutures.failedFuture(e);
    }
  }
}
