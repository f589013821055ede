package dev.rekey.interceptor;

import dev.rekey.core.state.Phase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every live migration at one moment; immutable, replaced as a whole. */
final class FleetView {
  static final FleetView EMPTY = new FleetView(Map.of(), Understanding.none());

  private final Map<String, LiveMigration> migrations;
  private final Understanding understanding;

  private FleetView(Map<String, LiveMigration> migrations, Understanding understanding) {
    this.migrations = migrations;
    this.understanding = understanding;
  }

  /** A view of these; what was learnt of statements is kept as long as no mapping changes. */
  FleetView with(List<LiveMigration> live) {
    Map<String, LiveMigration> byName = new LinkedHashMap<>();
    live.forEach(migration -> byName.put(migration.name(), migration));
    return new FleetView(
        byName, understanding.forMappings(live.stream().map(LiveMigration::mapping).toList()));
  }

  Optional<LiveMigration> migration(String name) {
    return Optional.ofNullable(migrations.get(name));
  }

  List<LiveMigration> all() {
    return List.copyOf(migrations.values());
  }

  /** Whether some migration asks for more than using its source as ever. */
  boolean isBeyondSource() {
    return migrations.values().stream().anyMatch(live -> live.phase() != Phase.SOURCE);
  }

  Understanding understanding() {
    return understanding;
  }
}
