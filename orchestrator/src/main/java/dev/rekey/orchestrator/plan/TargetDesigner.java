package dev.rekey.orchestrator.plan;

import dev.rekey.core.mapping.TableShape;
import dev.rekey.orchestrator.spec.TargetSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses the target's options: the source's, as far as the server's version knows them, then what
 * the spec says. {@code gc_grace_seconds} never falls below ten days: a tombstone that is purged
 * before the last copied row has arrived lets deleted data come back.
 */
final class TargetDesigner {

  private static final String GC_GRACE = "gc_grace_seconds";

  /** Options no server from 4.0 on takes. */
  private static final Set<String> REMOVED =
      Set.of("read_repair_chance", "dclocal_read_repair_chance", "replicate_on_write");

  /** Options the server stores but that mean something for one table only. */
  private static final Set<String> NOT_CARRIED = Set.of("cdc", "extensions", "id");

  private final ServerVersion version;
  private final List<String> notes = new ArrayList<>();

  TargetDesigner(ServerVersion version) {
    this.version = version;
  }

  TargetTable design(TableShape shape, TableSchema source, TargetSpec.Keys keys) {
    Map<String, String> options = new LinkedHashMap<>();
    source.options().forEach((name, value) -> carry(options, name, value));
    Map<String, String> wanted = new LinkedHashMap<>();
    keys.options().forEach((name, value) -> wanted.put(name, LiveSchema.literal(value)));
    options.putAll(wanted);
    long gcGrace = TableSchema.number(options, GC_GRACE, TargetTable.MIN_GC_GRACE_SECONDS);
    if (gcGrace < TargetTable.MIN_GC_GRACE_SECONDS && !wanted.containsKey(GC_GRACE)) {
      options.put(GC_GRACE, Long.toString(TargetTable.MIN_GC_GRACE_SECONDS));
      notes.add(
          "gc_grace_seconds raised from %d to %d until the source is dropped"
              .formatted(gcGrace, TargetTable.MIN_GC_GRACE_SECONDS));
    }
    return new TargetTable(shape, options, notes);
  }

  private void carry(Map<String, String> options, String name, String value) {
    boolean oldClass = value.contains("DateTieredCompactionStrategy");
    boolean flatText = name.equals("caching") && !value.startsWith("{");
    if (version.atLeast(4, 0)
        && (REMOVED.contains(name)
            || oldClass
            || flatText
            || value.contains("sstable_compression"))) {
      notes.add("%s = %s left out: Cassandra %s does not take it".formatted(name, value, version));
    } else if (NOT_CARRIED.contains(name)) {
      if (!value.equals("false") && !value.equals("{}")) {
        notes.add("%s = %s left out: decide for the new table by hand".formatted(name, value));
      }
    } else {
      options.put(name, value);
    }
  }
}
