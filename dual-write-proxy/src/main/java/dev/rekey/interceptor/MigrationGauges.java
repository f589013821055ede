package dev.rekey.interceptor;

import dev.rekey.interceptor.Statistics.Count;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the counts of every migration to whoever collects metrics, from the first look at it on. A
 * registry that does not take them costs a line in the log, never a statement.
 */
final class MigrationGauges implements Consumer<FleetView> {
  private static final Logger LOG = LoggerFactory.getLogger(MigrationGauges.class);

  private final Optional<Gauges> gauges;
  private final Statistics statistics;
  private final Set<String> shown = new HashSet<>(); // Only touched by the fleet's own thread.

  MigrationGauges(Optional<Gauges> gauges, Statistics statistics) {
    this.gauges = gauges;
    this.statistics = statistics;
  }

  @Override
  public void accept(FleetView view) {
    if (gauges.isEmpty()) {
      return;
    }
    for (LiveMigration live : view.all()) {
      if (shown.add(live.name())) {
        show(live.name(), gauges.get());
      }
    }
  }

  private void show(String migration, Gauges where) {
    try {
      for (Count count : Count.values()) {
        String name = count.name().toLowerCase(Locale.ROOT).replace('_', '-');
        where.show(migration, name, () -> statistics.count(migration, count));
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("Cannot show the counts of migration {} as metrics: {}", migration, e.toString());
    }
  }

  void remove() {
    try {
      gauges.ifPresent(Gauges::remove);
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("Cannot take the metrics back: {}", e.toString());
    }
  }
}
