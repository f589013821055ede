package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfig;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import java.time.Duration;
import java.util.Map;

/** How long the application's requests may run; the lease must be twice that. */
final class RequestTimeouts {
  private RequestTimeouts() {}

  /**
   * The longest request timeout of any profile.
   *
   * @throws IllegalStateException if a profile has none, or one longer than half the lease
   */
  static Duration longest(DriverConfig config, Duration lease) {
    Duration longest = Duration.ZERO;
    for (Map.Entry<String, ? extends DriverExecutionProfile> profile :
        config.getProfiles().entrySet()) {
      Duration timeout = profile.getValue().getDuration(DefaultDriverOption.REQUEST_TIMEOUT);
      if (timeout.isZero() || timeout.isNegative()) {
        throw new IllegalStateException(
            "Cannot start: profile '%s' has no request timeout, so a migration could not wait for its requests; set basic.request.timeout to at most %d ms"
                .formatted(profile.getKey(), lease.toMillis() / 2));
      }
      if (timeout.multipliedBy(2).compareTo(lease) > 0) {
        throw new IllegalStateException(
            "Cannot start: profile '%s' has a request timeout of %d ms, more than half of the lease of %d ms; shorten basic.request.timeout or lengthen the lease"
                .formatted(profile.getKey(), timeout.toMillis(), lease.toMillis()));
      }
      longest = timeout.compareTo(longest) > 0 ? timeout : longest;
    }
    return longest;
  }
}
