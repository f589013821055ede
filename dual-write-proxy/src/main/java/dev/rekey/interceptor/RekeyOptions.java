package dev.rekey.interceptor;

import java.time.Duration;
import java.util.Objects;

/**
 * How the interceptor behaves inside one application.
 *
 * @param application the name the fleet registry shows for this process
 * @param lease how long this process may act on a phase after its last renewal; a migration waits
 *     this long for a process that has gone silent. Default 10 seconds
 * @param pollInterval how often the control keyspace is looked at. Default 500 milliseconds, ±20 %
 * @param followTimeout how long the write to the table that is not read may take before it is
 *     written to the journal instead. Default 1 second
 * @param shadowReads the part of the reads, from 0 to 1, that both tables answer once more to be
 *     compared, after the application has its answer. Default 0.01
 */
public record RekeyOptions(
    String application,
    Duration lease,
    Duration pollInterval,
    Duration followTimeout,
    double shadowReads) {

  private static final Duration SHORTEST = Duration.ofMillis(50);
  private static final double SHADOW_READS = 0.01;

  public RekeyOptions {
    Objects.requireNonNull(application, "application");
    requireAtLeast(SHORTEST.multipliedBy(10), lease, "lease");
    requireAtLeast(SHORTEST, pollInterval, "poll interval");
    requireAtLeast(Duration.ofMillis(1), followTimeout, "follow timeout");
    if (pollInterval.multipliedBy(2).compareTo(lease) > 0) {
      throw new IllegalArgumentException(
          "Cannot poll every %d ms with a lease of %d ms: a phase must be seen at least twice per lease"
              .formatted(pollInterval.toMillis(), lease.toMillis()));
    }
    if (!(shadowReads >= 0 && shadowReads <= 1)) {
      throw new IllegalArgumentException(
          "Cannot compare a part of %s of the reads: it is from 0 (none) to 1 (all)"
              .formatted(shadowReads));
    }
  }

  /** With the default part of compared reads. */
  public RekeyOptions(
      String application, Duration lease, Duration pollInterval, Duration followTimeout) {
    this(application, lease, pollInterval, followTimeout, SHADOW_READS);
  }

  /** The defaults named above; the application is called "application". */
  public static RekeyOptions defaults() {
    return new RekeyOptions(
        "application", Duration.ofSeconds(10), Duration.ofMillis(500), Duration.ofSeconds(1));
  }

  public RekeyOptions withApplication(String name) {
    return new RekeyOptions(name, lease, pollInterval, followTimeout, shadowReads);
  }

  public RekeyOptions withLease(Duration duration) {
    return new RekeyOptions(application, duration, pollInterval, followTimeout, shadowReads);
  }

  public RekeyOptions withPollInterval(Duration duration) {
    return new RekeyOptions(application, lease, duration, followTimeout, shadowReads);
  }

  public RekeyOptions withFollowTimeout(Duration duration) {
    return new RekeyOptions(application, lease, pollInterval, duration, shadowReads);
  }

  /** 0 compares none, 1 compares every read that there is time for. */
  public RekeyOptions withShadowReads(double part) {
    return new RekeyOptions(application, lease, pollInterval, followTimeout, part);
  }

  private static void requireAtLeast(Duration least, Duration value, String name) {
    Objects.requireNonNull(value, name);
    if (value.compareTo(least) < 0) {
      throw new IllegalArgumentException(
          "Cannot use a %s of %s: at least %s is needed".formatted(name, value, least));
    }
  }
}
