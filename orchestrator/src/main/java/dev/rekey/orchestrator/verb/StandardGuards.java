package dev.rekey.orchestrator.verb;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.MigrationRecord;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.orchestrator.guard.Guard;
import dev.rekey.orchestrator.guard.GuardResult;
import dev.rekey.orchestrator.guard.MappingGuard;
import dev.rekey.orchestrator.guard.NodesUpGuard;
import dev.rekey.orchestrator.guard.SchemaAgreementGuard;
import dev.rekey.orchestrator.guard.TablesGuard;
import java.util.ArrayList;
import java.util.List;

/** Guards that every step shares. */
final class StandardGuards {

  private StandardGuards() {}

  /** Schema, nodes, spec, and both tables. */
  static List<Guard> all(VerbContext context, MigrationRecord record) {
    List<Guard> guards = new ArrayList<>(ofCluster(context, record));
    guards.add(() -> tables(context, record));
    return guards;
  }

  /** Schema, nodes and spec; for steps that must work when a table has changed. */
  static List<Guard> ofCluster(VerbContext context, MigrationRecord record) {
    CqlSession session = context.stores().session();
    return List.of(
        new SchemaAgreementGuard(session),
        new NodesUpGuard(session),
        new MappingGuard(context.stores(), record));
  }

  private static GuardResult tables(VerbContext context, MigrationRecord record) {
    try {
      KeyMapping mapping = context.stores().mappings().load(record);
      return new TablesGuard(context.schema(), mapping).check();
    } catch (IllegalStateException e) {
      return GuardResult.fail("tables-unchanged", e.getMessage(), "rekey history " + record.name());
    }
  }
}
