package dev.rekey.interceptor;

import dev.rekey.core.state.Leg;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts by migration. Adders, since every request of every thread meets them. */
final class Statistics {

  enum Count {
    MIRRORED,
    JOURNALLED,
    RECONCILED,
    SOURCE_READS,
    TARGET_READS,
    SOURCE_WRITES,
    TARGET_WRITES,
    REFUSED,
    RECHECKED,
    TORN,
    SHADOW_COMPARED,
    SHADOW_MISMATCHED,
    SHADOW_UNRESOLVED,
    SHADOW_DROPPED
  }

  private final Map<String, Map<Count, LongAdder>> byMigration = new ConcurrentHashMap<>();
  private final Map<String, Long> lastTorn = new ConcurrentHashMap<>();
  private final ShadowLog shadows = new ShadowLog();

  void add(String migration, Count count) {
    counts(migration).get(count).increment();
  }

  /**
   * A write may have reached one table only, and no journal knows of it. While the source leads,
   * that voids what a verification has found.
   */
  void torn(String migration, Leg lead, Instant at) {
    add(migration, Count.TORN);
    if (lead == Leg.SOURCE) {
      lastTorn.merge(migration, at.toEpochMilli(), Math::max);
    }
  }

  /** One compared read and what became of it. */
  void shadowed(String migration, QueryId query, Count count, Optional<String> difference) {
    add(migration, count);
    shadows.add(migration, query, count, difference, Instant.now());
  }

  /** More counters for the registry. */
  Map<String, Long> shadowCounters() {
    return shadows.counters();
  }

  /** By migration when evidence was last made void by this process, in milliseconds. */
  Map<String, Long> lastTorn() {
    return Map.copyOf(lastTorn);
  }

  long count(String migration, Count count) {
    Map<Count, LongAdder> counts = byMigration.get(migration);
    return counts == null ? 0 : counts.get(count).sum();
  }

  /** The value of one count for every migration seen, as the registry stores it. */
  Map<String, Long> byMigration(Count count) {
    Map<String, Long> values = new TreeMap<>();
    byMigration.forEach((name, counts) -> values.put(name, counts.get(count).sum()));
    return values;
  }

  Map<String, MigrationStatistics> snapshot() {
    Map<String, MigrationStatistics> snapshot = new TreeMap<>();
    byMigration.forEach((name, counts) -> snapshot.put(name, of(name, counts)));
    return Map.copyOf(snapshot);
  }

  private Map<Count, LongAdder> counts(String migration) {
    return byMigration.computeIfAbsent(migration, name -> newCounts());
  }

  /** Never changed after it was published: only the adders inside move. */
  private static Map<Count, LongAdder> newCounts() {
    Map<Count, LongAdder> counts = new EnumMap<>(Count.class);
    for (Count count : Count.values()) {
      counts.put(count, new LongAdder());
    }
    return counts;
  }

  private MigrationStatistics of(String migration, Map<Count, LongAdder> counts) {
    return new MigrationStatistics(
        counts.get(Count.MIRRORED).sum(),
        counts.get(Count.JOURNALLED).sum(),
        counts.get(Count.RECONCILED).sum(),
        counts.get(Count.SOURCE_READS).sum(),
        counts.get(Count.TARGET_READS).sum(),
        counts.get(Count.SOURCE_WRITES).sum(),
        counts.get(Count.TARGET_WRITES).sum(),
        counts.get(Count.REFUSED).sum(),
        counts.get(Count.RECHECKED).sum(),
        counts.get(Count.TORN).sum(),
        new ShadowReadStatistics(
            counts.get(Count.SHADOW_COMPARED).sum(),
            counts.get(Count.SHADOW_MISMATCHED).sum(),
            counts.get(Count.SHADOW_UNRESOLVED).sum(),
            counts.get(Count.SHADOW_DROPPED).sum(),
            shadows.queries(migration)));
  }
}
