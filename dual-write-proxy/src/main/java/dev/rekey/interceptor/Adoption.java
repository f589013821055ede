package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.session.Session;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.driver.internal.core.session.RequestProcessor;
import com.datastax.oss.driver.internal.core.session.RequestProcessorRegistry;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the interceptor into a session whose builder knows nothing of it. The driver makes the
 * listeners that its configuration names while the session is being built: that is when the request
 * processors are replaced. When the session is ready, its builder waits on for the registration.
 *
 * <p>Named twice in the configuration, by two kinds of listener, so that an application with a list
 * of its own for one of them does not lose the interceptor silently. Everything here may therefore
 * happen twice, and the second time changes nothing.
 */
final class Adoption {
  private static final Logger LOG = LoggerFactory.getLogger(Adoption.class);

  private final Interception interception;

  private Adoption(Interception interception) {
    this.interception = interception;
  }

  /**
   * Installs the interceptor unless it is there, or this session shall not have it.
   *
   * @throws IllegalStateException if this driver's internals are not those we know; the session
   *     then fails to open
   */
  static Optional<Adoption> into(DriverContext context) {
    if (context instanceof RekeyDriverContext) {
      return Optional.empty(); // Its builder has seen to everything.
    }
    if (!(context instanceof DefaultDriverContext driver)) {
      throw new IllegalStateException(
          Misfit.message("its context is a " + context.getClass().getName()));
    }
    Optional<Interception> present = Interception.of(driver.getRequestProcessorRegistry());
    if (present.isPresent()) {
      return present.map(Adoption::new);
    }
    ConfiguredOptions configured = ConfiguredOptions.of(driver.getConfig());
    if (!configured.isEnabled()) {
      LOG.info("Session {} is not intercepted: rekey.enabled is false", driver.getSessionName());
      return Optional.empty();
    }
    RekeyOptions options = configured.options();
    RequestTimeouts.longest(driver.getConfig(), options.lease()); // Refuses before it connects.
    Interception installed = Interception.inside(options);
    try {
      SessionPromise.requirePresent();
      install(driver, installed);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw e instanceof IllegalStateException told && told.getCause() == null
          ? told
          : new IllegalStateException(Misfit.message(e.toString()), e);
    }
    LOG.info("Session {} is intercepted as '{}'", driver.getSessionName(), options.application());
    return Optional.of(new Adoption(installed));
  }

  private static void install(DefaultDriverContext context, Interception interception)
      throws ReflectiveOperationException {
    Field field = RequestProcessorRegistry.class.getDeclaredField("processors");
    field.setAccessible(true);
    RequestProcessor<?, ?>[] processors =
        (RequestProcessor<?, ?>[]) field.get(context.getRequestProcessorRegistry());
    RequestProcessor<?, ?>[] replaced =
        Processors.replace(
            List.of(processors),
            new InterceptedRequests(interception),
            new InterceptedPrepares(interception, context));
    // All or none: replace() refuses an incomplete list. The session is not open yet, and is
    // handed to other threads through a future, so they see the new elements.
    System.arraycopy(replaced, 0, processors, 0, replaced.length);
  }

  /** The session's builder gets it when this process is registered, or the reason why it is not. */
  void sessionIsReady(Session session) {
    DefaultSession driverSession = (DefaultSession) session;
    CompletableFuture<CqlSession> promise;
    try {
      promise = SessionPromise.take(driverSession);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(Misfit.message(e.toString()), e); // Was there a moment ago.
    }
    interception
        .open(driverSession)
        .whenComplete(
            (opened, error) -> {
              if (error == null) {
                promise.complete(opened);
              } else {
                promise.completeExceptionally(Errors.unwrap(error));
              }
            });
  }

  /** The driver closes the session, which ours has announced to the fleet if it was asked to. */
  void sessionIsClosing() {
    interception.abandonFleet();
  }
}
