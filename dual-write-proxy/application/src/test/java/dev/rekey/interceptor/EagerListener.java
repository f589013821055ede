package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.NodeStateListenerBase;
import com.datastax.oss.driver.api.core.session.Session;
import java.util.concurrent.CompletionStage;

/** Of an application that writes as soon as the driver says that the session is ready. */
public final class EagerListener extends NodeStateListenerBase {
  static SimpleStatement write;
  static CompletionStage<AsyncResultSet> written;

  public EagerListener(DriverContext context) {}

  @Override
  public void onSessionReady(Session session) {
    written = ((CqlSession) session).executeAsync(write);
  }
}
