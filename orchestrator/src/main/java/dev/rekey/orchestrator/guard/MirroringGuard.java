package dev.rekey.orchestrator.guard;

import dev.rekey.control.InstanceRecord;
import dev.rekey.orchestrator.engine.FleetView;
import java.util.List;

/**
 * The instances do not only say that they mirror: where there are new writes, there are new
 * mirrored ones.
 */
public final class MirroringGuard implements Guard {

  private final FleetView before;
  private final FleetView after;
  private final String migration;

  /** Judges what the counters gained between two looks, the first behind the barrier. */
  public MirroringGuard(FleetView before, FleetView after, String migration) {
    this.before = before;
    this.after = after;
    this.migration = migration;
  }

  @Override
  public GuardResult check() {
    List<String> silent =
        after.live().stream()
            .filter(now -> gained(now, "source_writes") > 0 && gained(now, "mirrored") == 0)
            .map(InstanceRecord::label)
            .toList();
    if (!silent.isEmpty()) {
      return GuardResult.fail(
          "mirroring",
          "%s wrote but mirrored nothing".formatted(String.join(", ", silent)),
          "look at the logs of these instances");
    }
    long mirrored = mirrored();
    return GuardResult.pass(
        "mirroring",
        mirrored > 0
            ? "%d mirrored writes".formatted(mirrored)
            : "no writes were seen, so nothing is proved");
  }

  /** Mirrored writes between the two looks. */
  public long mirrored() {
    return after.live().stream().mapToLong(now -> gained(now, "mirrored")).sum();
  }

  private long gained(InstanceRecord now, String counter) {
    long earlier =
        before.instances().stream()
            .filter(then -> then.incarnation().equals(now.incarnation()))
            .mapToLong(then -> then.counter(migration, counter))
            .sum();
    return now.counter(migration, counter) - earlier;
  }
}
