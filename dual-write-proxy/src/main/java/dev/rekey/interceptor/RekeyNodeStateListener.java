package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.metadata.NodeStateListenerBase;
import com.datastax.oss.driver.api.core.session.Session;
import java.util.Optional;

/**
 * Named in the driver's configuration as {@code advanced.node-state-listener.classes}, it adopts
 * the interceptor without a change of the application. Nodes are of no interest to it: the driver
 * makes such listeners before a session opens, tells them when it is ready, and calls them never
 * per request.
 */
public final class RekeyNodeStateListener extends NodeStateListenerBase {
  private final Optional<Adoption> adoption;

  /** Called by the driver. */
  public RekeyNodeStateListener(DriverContext context) {
    this.adoption = Adoption.into(context);
  }

  @Override
  public void onSessionReady(Session session) {
    adoption.ifPresent(adopted -> adopted.sessionIsReady(session));
  }

  @Override
  public void close() {
    adoption.ifPresent(Adoption::sessionIsClosing);
  }
}
