package dev.rekey.orchestrator.engine;

import dev.rekey.control.InstanceRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the fleet's compared reads have shown of one migration.
 *
 * @param queries those that differed, as their id, their text and how often
 */
public record ShadowCounts(
    long compared,
    long mismatched,
    long unresolved,
    long dropped,
    Optional<Instant> lastMismatch,
    List<String> queries) {

  /** Copies the list. */
  public ShadowCounts {
    queries = List.copyOf(queries);
  }

  /** The sums over every instance, also of those that have ended. */
  public static ShadowCounts of(FleetView fleet, String migration) {
    return new ShadowCounts(
        fleet.counter(migration, "shadow_compared"),
        fleet.counter(migration, "shadow_mismatched"),
        fleet.counter(migration, "shadow_unresolved"),
        fleet.counter(migration, "shadow_dropped"),
        fleet.instances().stream()
            .map(instance -> instance.counter(migration, InstanceRecord.LAST_MISMATCH))
            .filter(millis -> millis > 0)
            .max(Long::compare)
            .map(Instant::ofEpochMilli),
        queries(fleet, migration));
  }

  private static List<String> queries(FleetView fleet, String migration) {
    String prefix = migration + "/" + InstanceRecord.MISMATCHED_QUERY;
    Map<String, Long> queries = new TreeMap<>();
    for (InstanceRecord instance : fleet.instances()) {
      instance
          .counters()
          .forEach(
              (name, count) -> {
                if (name.startsWith(prefix)) {
                  queries.merge(name.substring(prefix.length()), count, Long::sum);
                }
              });
    }
    return queries.entrySet().stream()
        .map(query -> "%s (%d times)".formatted(query.getKey(), query.getValue()))
        .toList();
  }
}
