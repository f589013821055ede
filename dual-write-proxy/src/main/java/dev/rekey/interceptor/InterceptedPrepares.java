package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.cql.CqlPrepareAsyncProcessor;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.driver.internal.core.util.concurrent.CompletableFutures;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Where the driver hands every PREPARE over. Statements on a table that must no longer be touched
 * are prepared through the target; all others by the driver.
 */
final class InterceptedPrepares extends CqlPrepareAsyncProcessor {

  private final Interception interception;

  InterceptedPrepares(Interception interception, DefaultDriverContext context) {
    super(Optional.of(context));
    this.interception = interception;
  }

  @Override
  public CompletionStage<PreparedStatement> process(
      PrepareRequest request,
      DefaultSession session,
      InternalDriverContext context,
      String sessionLogPrefix) {
    if (!interception.isOpen()) {
      return interception.whenOpen(
          session, () -> process(request, session, context, sessionLogPrefix));
    }
    try {
      return interception
          .prepare(request, session)
          .orElseGet(() -> super.process(request, session, context, sessionLogPrefix));
    } catch (RuntimeException e) {
      return CompletableFutures.failedFuture(e);
    }
  }
}
