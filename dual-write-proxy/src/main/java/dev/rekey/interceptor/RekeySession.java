package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.session.Session;
import java.util.Map;

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
   * @throws IllegalArgumentException if the session was not built by {@link #builder()}
   */
  public static Map<String, MigrationStatistics> statistics(Session session) {
    if (session.getContext() instanceof RekeyDriverContext context) {
      return context.statistics().snapshot();
    }
    throw new IllegalArgumentException(
        "Cannot read the statistics of session %s: it was not built by RekeySession.builder()"
            .formatted(session.getName()));
  }
}
