package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.config.DriverOption;

/**
 * What an application may say in the driver's own configuration, under {@code
 * datastax-java-driver}: in {@code application.conf}, as a system property, or through a
 * programmatic loader. Read once, when the session is built. {@link
 * RekeySessionBuilder#withRekey(RekeyOptions)} wins over all of them.
 */
public enum RekeyDriverOption implements DriverOption {
  /**
   * Whether a session gets the interceptor by configuration alone; a session of {@link
   * RekeySession#builder()} always has it. Default true
   */
  ENABLED("rekey.enabled"),
  /**
   * {@link RekeyOptions#application()}. Default: the driver's {@code basic.application.name}, else
   * "application"
   */
  APPLICATION("rekey.application"),
  /** {@link RekeyOptions#lease()}, a duration such as {@code 10 seconds}. */
  LEASE("rekey.lease"),
  /** {@link RekeyOptions#pollInterval()}, a duration. */
  POLL_INTERVAL("rekey.poll-interval"),
  /** {@link RekeyOptions#followTimeout()}, a duration. */
  FOLLOW_TIMEOUT("rekey.follow-timeout"),
  /** {@link RekeyOptions#shadowReads()}, a number from 0 to 1. */
  SHADOW_READS("rekey.shadow-reads");

  /** What all of them begin with. */
  static final String PREFIX = "rekey.";

  private final String path;

  RekeyDriverOption(String path) {
    this.path = path;
  }

  @Override
  public String getPath() {
    return path;
  }
}
