package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.metadata.schema.SchemaChangeListenerBase;
import com.datastax.oss.driver.api.core.session.Session;
import java.util.Optional;

/**
 * The same as {@link RekeyNodeStateListener} by another list of the driver's configuration, {@code
 * advanced.schema-change-listener.classes}: an application that has a list of its own for one kind
 * of listener is still intercepted by the other.
 */
public final class RekeySchemaChangeListener extends SchemaChangeListenerBase {
  private final Optional<Adoption> adoption;

  /** Called by the driver. */
  public RekeySchemaChangeListener(DriverContext context) {
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
