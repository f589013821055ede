package dev.rekey.orchestrator.guard;

import dev.rekey.control.InstanceRecord;
import dev.rekey.control.MigrationRecord;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.engine.FleetView;
import java.util.List;
import java.util.stream.Collectors;

/** Enough instances are live, and each understands the mapping's format. */
public final class FleetGuard implements Guard {

  private static final String NAME = "fleet";

  private final FleetView fleet;
  private final MigrationRecord record;

  /** Judges a look at the fleet. */
  public FleetGuard(FleetView fleet, MigrationRecord record) {
    this.fleet = fleet;
    this.record = record;
  }

  @Override
  public GuardResult check() {
    List<InstanceRecord> live = fleet.current();
    int format = record.mapping().format();
    List<InstanceRecord> strangers =
        live.stream().filter(instance -> !instance.process().formats().contains(format)).toList();
    if (!strangers.isEmpty()) {
      return GuardResult.fail(
          NAME,
          ExitCode.FLEET_NOT_ACKNOWLEDGED,
          labels(strangers) + " do not understand mapping format " + format,
          "give these instances a newer interceptor");
    }
    int needed = record.settings().minInstances();
    if (live.size() < needed) {
      return GuardResult.fail(
          NAME,
          ExitCode.FLEET_NOT_ACKNOWLEDGED,
          "%d live instances, %d needed (writers.min-instances)".formatted(live.size(), needed),
          "start the application with Rekey's interceptor; an empty fleet is not consent");
    }
    return GuardResult.pass(
        NAME, "%d live instances (%d needed): %s".formatted(live.size(), needed, labels(live)));
  }

  private static String labels(List<InstanceRecord> instances) {
    return instances.stream()
        .limit(10)
        .map(InstanceRecord::label)
        .collect(Collectors.joining(", "));
  }
}
