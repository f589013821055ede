package dev.rekey.interceptor;

import dev.rekey.core.state.MigrationState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What requests read of the fleet: a volatile view, a lease, a source of timestamps. */
final class FleetState {
  private final Lease lease;
  private final Timestamps timestamps;
  private volatile FleetView view = FleetView.EMPTY;
  private volatile Map<String, Progress> progress = Map.of();

  FleetState(Lease lease, Timestamps timestamps) {
    this.lease = lease;
    this.timestamps = timestamps;
  }

  FleetView view() {
    return view;
  }

  /** Called by the fleet's own thread only. */
  void publish(FleetView newView) {
    this.view = newView;
  }

  /**
   * Where a migration stands, which changes without a new epoch.
   *
   * @param maxLag how old a difference must be before it counts
   */
  record Progress(MigrationState state, Duration maxLag) {
    static final Progress UNKNOWN = new Progress(MigrationState.PLANNED, Duration.ZERO);
  }

  Progress progress(String migration) {
    return progress.getOrDefault(migration, Progress.UNKNOWN);
  }

  /** Called by the fleet's own thread only. */
  void progressed(Map<String, Progress> now) {
    progress = Map.copyOf(now);
  }

  Lease lease() {
    return lease;
  }

  Timestamps timestamps() {
    return timestamps;
  }

  Optional<EpochGate> gate(FleetView in, String migration) {
    return in.migration(migration).map(LiveMigration::gate);
  }

  long fence(FleetView in, String migration) {
    OptionalLong fence =
        in.migration(migration).map(m -> m.publication().fence()).orElse(OptionalLong.empty());
    return fence.orElse(Long.MIN_VALUE + 1);
  }
}
