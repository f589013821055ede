package dev.rekey.interceptor;

import java.util.Optional;
import java.util.OptionalLong;

/** What requests read of the fleet: a volatile view, a lease, a source of timestamps. */
final class FleetState {
  private final Lease lease;
  private final Timestamps timestamps;
  private volatile FleetView view = FleetView.EMPTY;

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
