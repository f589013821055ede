package dev.rekey.orchestrator.guard;

import dev.rekey.control.InstanceRecord;
import dev.rekey.orchestrator.engine.FleetView;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * No instance's clock runs further ahead than the bound: the fence rests on it. A clock that is
 * behind does no harm, for its timestamps are raised above the fence.
 */
public final class ClockGuard implements Guard {

  private final FleetView fleet;
  private final Duration bound;

  /** Judges the clocks that a look at the fleet has seen. */
  public ClockGuard(FleetView fleet, Duration bound) {
    this.fleet = fleet;
    this.bound = bound;
  }

  @Override
  public GuardResult check() {
    long now = TimeUnit.MILLISECONDS.toMicros(fleet.at().toEpochMilli());
    List<InstanceRecord> ahead =
        fleet.live().stream()
            .filter(instance -> instance.clockMicros() - now > bound.toNanos() / 1_000)
            .toList();
    long largest = fleet.live().stream().mapToLong(i -> i.clockMicros() - now).max().orElse(0);
    return ahead.isEmpty()
        ? GuardResult.pass(
            "clocks",
            "no instance is ahead by more than %d ms (largest %d ms)"
                .formatted(bound.toMillis(), Math.max(0, largest / 1_000)))
        : GuardResult.fail(
            "clocks",
            "%s is ahead by %d ms, the bound is %d ms"
                .formatted(ahead.get(0).label(), largest / 1_000, bound.toMillis()),
            "synchronise the clocks (NTP), or give --max-clock-skew");
  }
}
