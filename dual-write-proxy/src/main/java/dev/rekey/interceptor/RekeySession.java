package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.session.Session;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.driver.internal.core.util.concurrent.CompletableFutures;
import java.util.Map;
import java.util.Optional;

/**
 * The one line an application changes: {@code CqlSession.builder()} becomes {@code
 * RekeySession.builder()}. The session it gets is a {@code CqlSession} like any other; while no
 * migration is published, statements pass through it untouched.
 */
public final class RekeySession {

  private RekeySession() {}

  /** A driver session builder that puts the interceptor between the application and the driver. */
  public static RekeySessionBuilder builder() {
    return new RekeySessionBuilder();
  }

  /**
   * What this process did since it started, by migration.
   *
   * @throws IllegalArgumentException if the session is not intercepted
   */
  public static Map<String, MigrationStatistics> statistics(Session session) {
    return of(session)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot read the statistics of session %s: it is not intercepted; build it by RekeySession.builder(), or put the interceptor's jar on the class path"
                        .formatted(session.getName())))
        .statistics()
        .snapshot();
  }

  /**
   * The fallback for a driver that the interceptor does not fit into: puts it in front of the
   * session instead. Blocks until this process is registered. What is wrapped must not be used any
   * more except through the result, which closes it too.
   *
   * @param session as {@code CqlSession.builder().build()} returns it
   * @throws IllegalArgumentException if it is intercepted already, or not the driver's own session
   * @throws IllegalStateException if this process cannot join the fleet; the session is closed then
   */
  public static CqlSession wrap(CqlSession session, RekeyOptions options) {
    if (of(session).isPresent()) {
      throw new IllegalArgumentException(
          "Cannot wrap session %s: it is intercepted already; use it as it is, or set rekey.enabled to false in its configuration"
              .formatted(session.getName()));
    }
    if (!(session instanceof DefaultSession driverSession)) {
      throw new IllegalArgumentException(
          "Cannot wrap session %s: it is a %s, not the driver's own; wrap what the driver's builder returns before others do"
              .formatted(session.getName(), session.getClass().getName()));
    }
    return CompletableFutures.getUninterruptibly(Interception.inFront(options).open(driverSession));
  }

  /** The same with the options that the driver's configuration says under {@code rekey}. */
  public static CqlSession wrap(CqlSession session) {
    return wrap(session, ConfiguredOptions.of(session.getContext().getConfig()).options());
  }

  private static Optional<Interception> of(Session session) {
    if (session instanceof InterceptedSession intercepted) {
      return Optional.of(intercepted.interception());
    }
    return session.getContext() instanceof InternalDriverContext context
        ? Interception.of(context.getRequestProcessorRegistry())
        : Optional.empty();
  }
}
