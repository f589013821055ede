package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.driver.internal.core.session.SessionWrapper;
import java.util.concurrent.CompletionStage;

/**
 * The session the application holds. Statements take the driver's own way, whose processors are
 * ours; only closing differs, because this process says goodbye to the fleet first.
 */
class InterceptedSession extends SessionWrapper implements CqlSession {

  private final Interception interception;

  InterceptedSession(DefaultSession session, Interception interception) {
    super(session);
    this.interception = interception;
  }

  Interception interception() {
    return interception;
  }

  DefaultSession driverSession() {
    return (DefaultSession) getDelegate();
  }

  @Override
  public CompletionStage<Void> closeAsync() {
    return interception.leaveFleet().thenCompose(left -> super.closeAsync());
  }

  /** A forced close does not wait for the fleet: the lease runs out, as after a crash. */
  @Override
  public CompletionStage<Void> forceCloseAsync() {
    interception.abandonFleet();
    return super.forceCloseAsync();
  }
}
