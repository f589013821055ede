package dev.rekey.interceptor;

import dev.rekey.control.MigrationRecord;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.state.MigrationState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Turns what was read of the control keyspace into the view that requests use, and keeps account of
 * the epochs that were replaced until nothing runs under them. One thread only.
 *
 * <p>A request that began before this process had heard of a migration entered no gate. Such
 * requests are waited for by time: a migration's first epoch here counts as drained only when the
 * longest request timeout has passed since the migration was first seen.
 */
final class Views {
  private final FleetState state;
  private final Function<MigrationRecord, KeyMapping> loader;
  private final LongSupplier nanos;
  private final Duration settling;
  private final Map<String, KeyMapping> mappings = new HashMap<>();
  private final Map<String, List<EpochGate>> draining = new HashMap<>();
  private final Map<String, Long> epochs = new LinkedHashMap<>();
  private final Map<String, Long> firstSeenNanos = new HashMap<>();

  /**
   * @param settling the longest time a request can run that began before its migration was seen
   */
  Views(
      FleetState state,
      Function<MigrationRecord, KeyMapping> loader,
      LongSupplier nanos,
      Duration settling) {
    this.state = state;
    this.loader = loader;
    this.nanos = nanos;
    this.settling = settling;
  }

  /** For the first look, before anybody could send a request: there is nothing to wait for. */
  void applyBeforeFirstRequest(List<MigrationRecord> records) {
    records.forEach(
        record -> firstSeenNanos.put(record.name(), nanos.getAsLong() - settling.toNanos()));
    apply(records);
  }

  /** Publishes the records; requests that begin from now on run under them. */
  void apply(List<MigrationRecord> records) {
    List<LiveMigration> live = new ArrayList<>();
    Map<String, Long> seen = new LinkedHashMap<>();
    Map<String, FleetState.Progress> progress = new HashMap<>();
    boolean changed = records.size() != epochs.size();
    for (MigrationRecord record : records) {
      long known = epochs.getOrDefault(record.name(), -1L);
      firstSeenNanos.putIfAbsent(record.name(), nanos.getAsLong());
      seen.put(record.name(), Math.max(known, record.publication().epoch()));
      changed |= known != seen.get(record.name());
      current(record, known).ifPresent(live::add);
      progress.put(
          record.name(), new FleetState.Progress(record.state(), record.settings().maxLag()));
    }
    state.progressed(progress);
    if (!changed && sameTables(live)) {
      return;
    }
    FleetView before = state.view();
    state.publish(before.with(live));
    drain(before);
    epochs.clear();
    epochs.putAll(seen);
    firstSeenNanos.keySet().retainAll(seen.keySet());
  }

  /** By migration the epoch under which, and under no older one, requests run. */
  Map<String, Long> drained() {
    draining.values().forEach(gates -> gates.removeIf(EpochGate::isEmpty));
    draining.values().removeIf(List::isEmpty);
    Map<String, Long> drained = new LinkedHashMap<>(epochs);
    drained.keySet().removeAll(draining.keySet());
    drained.keySet().removeIf(name -> !isSettled(name));
    return drained;
  }

  /** Whether an epoch that is in use cannot be acknowledged yet. */
  boolean isDraining() {
    return !draining.isEmpty() || !epochs.keySet().stream().allMatch(this::isSettled);
  }

  private boolean isSettled(String migration) {
    return nanos.getAsLong() - firstSeenNanos.get(migration) >= settling.toNanos();
  }

  /** Whether nothing at all runs on a migrating table. */
  boolean isIdle() {
    return state.view().all().stream().allMatch(live -> live.gate().isEmpty())
        && draining.values().stream().flatMap(List::stream).allMatch(EpochGate::isEmpty);
  }

  /** A read may be older than the last one; an epoch never goes back. */
  private Optional<LiveMigration> current(MigrationRecord record, long known) {
    if (record.state() == MigrationState.ROLLED_BACK) {
      return Optional.empty();
    }
    Optional<LiveMigration> before = state.view().migration(record.name());
    if (before.isPresent() && record.publication().epoch() <= known) {
      return before;
    }
    return Optional.of(
        new LiveMigration(
            mapping(record), record.publication(), record.settings().writeMode(), new EpochGate()));
  }

  private KeyMapping mapping(MigrationRecord record) {
    String key = record.name() + "/" + record.mapping().checksum();
    KeyMapping known = mappings.get(key);
    if (known == null) {
      known = loader.apply(record);
      mappings.put(key, known);
    }
    return known;
  }

  private boolean sameTables(List<LiveMigration> live) {
    return live.equals(state.view().all());
  }

  private void drain(FleetView before) {
    for (LiveMigration old : before.all()) {
      boolean replaced =
          state.view().migration(old.name()).map(now -> now.gate() != old.gate()).orElse(true);
      if (replaced) {
        draining.computeIfAbsent(old.name(), name -> new ArrayList<>()).add(old.gate());
      }
    }
  }
}
