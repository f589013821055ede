package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.session.Session;

/** How a driver is refused that the interceptor does not fit into. */
final class Misfit {
  private Misfit() {}

  /**
   * @param what the internal that is not as we know it
   */
  static String message(String what) {
    return "Cannot put the interceptor into driver %s: %s; use a driver between 4.17 and 4.19, or set rekey.enabled to false and wrap the session by RekeySession.wrap"
        .formatted(driverVersion(), what);
  }

  private static String driverVersion() {
    try {
      return String.valueOf(Session.OSS_DRIVER_COORDINATES.getVersion());
    } catch (RuntimeException | LinkageError e) {
      return "of unknown version";
    }
  }
}
