package dev.rekey.interceptor;

import dev.rekey.control.InstanceRecord;
import dev.rekey.interceptor.Statistics.Count;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What compared reads have shown, query by query. Bounded; locked, since it is off every path. */
final class ShadowLog {
  private static final int MAX_QUERIES = 50;
  private static final int MAX_SAMPLES = 3;

  private final Map<String, Map<QueryId, Entry>> byMigration = new TreeMap<>();
  private final Map<String, Long> lastMismatch = new TreeMap<>();

  private static final class Entry {
    private final Map<Count, Long> counts = new EnumMap<>(Count.class);
    private final List<String> samples = new ArrayList<>();
  }

  synchronized void add(
      String migration, QueryId query, Count count, Optional<String> difference, Instant now) {
    if (count == Count.SHADOW_MISMATCHED) {
      lastMismatch.put(migration, now.toEpochMilli());
    }
    Map<QueryId, Entry> queries =
        byMigration.computeIfAbsent(migration, name -> new LinkedHashMap<>());
    if (!queries.containsKey(query) && queries.size() >= MAX_QUERIES) {
      return;
    }
    Entry entry = queries.computeIfAbsent(query, id -> new Entry());
    entry.counts.merge(count, 1L, Long::sum);
    if (count == Count.SHADOW_MISMATCHED && entry.samples.size() < MAX_SAMPLES) {
      difference.ifPresent(entry.samples::add);
    }
  }

  synchronized List<ShadowReadStatistics.Query> queries(String migration) {
    return byMigration.getOrDefault(migration, Map.of()).entrySet().stream()
        .map(
            query ->
                new ShadowReadStatistics.Query(
                    query.getKey().id(),
                    query.getKey().text(),
                    query.getValue().counts.getOrDefault(Count.SHADOW_COMPARED, 0L),
                    query.getValue().counts.getOrDefault(Count.SHADOW_MISMATCHED, 0L),
                    query.getValue().counts.getOrDefault(Count.SHADOW_UNRESOLVED, 0L),
                    query.getValue().samples))
        .sorted(Comparator.comparingLong(ShadowReadStatistics.Query::mismatched).reversed())
        .toList();
  }

  /** As the registry stores them: only queries that differed, and when one last did. */
  synchronized Map<String, Long> counters() {
    Map<String, Long> counters = new TreeMap<>();
    lastMismatch.forEach(
        (migration, at) -> counters.put(migration + "/" + InstanceRecord.LAST_MISMATCH, at));
    byMigration.forEach(
        (migration, queries) ->
            queries.forEach(
                (query, entry) -> {
                  long mismatched = entry.counts.getOrDefault(Count.SHADOW_MISMATCHED, 0L);
                  if (mismatched > 0) {
                    counters.put(
                        "%s/%s%s %s"
                            .formatted(
                                migration,
                                InstanceRecord.MISMATCHED_QUERY,
                                query.id(),
                                query.text()),
                        mismatched);
                  }
                }));
    return counters;
  }
}
