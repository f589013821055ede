package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.session.Session;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Where an application collects metrics: by Dropwizard, by Micrometer, or nowhere. */
interface Gauges {
  /**
   * Shows a value that only grows, in the place of one that was shown under the same names.
   *
   * @param count in lower case, words joined by hyphens
   */
  void show(String migration, String count, LongSupplier value);

  /** Takes back all that were shown. */
  void remove();

  /**
   * The registry that the driver's own metrics go to, else Micrometer's global one. Neither library
   * comes with the interceptor: each is looked at only where it is.
   */
  static Optional<Gauges> of(Session session) {
    return dropwizard(session).or(() -> micrometer(session));
  }

  private static Optional<Gauges> dropwizard(Session session) {
    try {
      return session
          .getMetrics()
          .map(metrics -> new DropwizardGauges(metrics.getRegistry(), session.getName()));
    } catch (LinkageError e) {
      return Optional.empty(); // The application has left the library out.
    }
  }

  private static Optional<Gauges> micrometer(Session session) {
    try {
      return MicrometerGauges.in(
          ((InternalDriverContext) session.getContext()).getMetricRegistry(), session.getName());
    } catch (LinkageError e) {
      return Optional.empty();
    }
  }
}
