package dev.rekey.interceptor;

import com.datastax.dse.driver.api.core.config.DseDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfig;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeSet;

/** The options that stand in the driver's configuration. */
final class ConfiguredOptions {
  private final DriverExecutionProfile profile;

  private ConfiguredOptions(DriverExecutionProfile profile) {
    this.profile = profile;
  }

  /**
   * Reads the default profile; what it does not say keeps its default.
   *
   * @throws IllegalArgumentException if a key under {@code rekey} is unknown, since a mistyped
   *     lease would silently be another
   */
  static ConfiguredOptions of(DriverConfig config) {
    ConfiguredOptions options = new ConfiguredOptions(config.getDefaultProfile());
    options.requireKnownKeys();
    return options;
  }

  boolean isEnabled() {
    return profile.getBoolean(RekeyDriverOption.ENABLED, true);
  }

  RekeyOptions options() {
    RekeyOptions defaults = RekeyOptions.defaults();
    String application =
        profile.getString(DseDriverOption.APPLICATION_NAME, defaults.application());
    RekeyOptions options =
        defaults.withApplication(profile.getString(RekeyDriverOption.APPLICATION, application));
    // The lease first: a poll interval is judged by it.
    Duration lease = profile.getDuration(RekeyDriverOption.LEASE, options.lease());
    Duration poll = profile.getDuration(RekeyDriverOption.POLL_INTERVAL, options.pollInterval());
    Duration follow =
        profile.getDuration(RekeyDriverOption.FOLLOW_TIMEOUT, options.followTimeout());
    double shadow = profile.getDouble(RekeyDriverOption.SHADOW_READS, options.shadowReads());
    return new RekeyOptions(options.application(), lease, poll, follow, shadow);
  }

  private void requireKnownKeys() {
    TreeSet<String> known = new TreeSet<>();
    Arrays.stream(RekeyDriverOption.values()).map(RekeyDriverOption::getPath).forEach(known::add);
    for (Map.Entry<String, Object> entry : profile.entrySet()) {
      String path = entry.getKey();
      if (path.startsWith(RekeyDriverOption.PREFIX) && !known.contains(path)) {
        throw new IllegalArgumentException(
            "Cannot use the option datastax-java-driver.%s: it does not exist; there are %s"
                .formatted(path, known));
      }
    }
  }
}
