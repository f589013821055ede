package dev.rekey.control;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Settings of a migration that other processes need.
 *
 * @param minInstances the least number of live instances at a barrier: an empty fleet is no consent
 * @param lease how long an instance may act on what it last read
 * @param maxLag how old a difference must be before it counts
 * @param soak time between the switch and {@code retire}
 * @param rowMarker how rows with live cells get their row marker
 * @param writeMode how a write reaches both tables
 */
public record MigrationSettings(
    int minInstances,
    Duration lease,
    Duration maxLag,
    Duration soak,
    RowMarker rowMarker,
    WriteMode writeMode) {
  public MigrationSettings {
    requireNonNull(lease, "lease is null");
    requireNonNull(maxLag, "maxLag is null");
    requireNonNull(soak, "soak is null");
    requireNonNull(rowMarker, "rowMarker is null");
    requireNonNull(writeMode, "writeMode is null");
    if (minInstances < 0) {
      throw new IllegalArgumentException(
          "Cannot require %d instances: the number is negative".formatted(minInstances));
    }
  }

  /** With writes in parallel. */
  public MigrationSettings(
      int minInstances, Duration lease, Duration maxLag, Duration soak, RowMarker rowMarker) {
    this(minInstances, lease, maxLag, soak, rowMarker, WriteMode.PARALLEL);
  }
}
