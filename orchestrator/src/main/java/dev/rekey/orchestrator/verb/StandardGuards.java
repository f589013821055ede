package dev.rekey.orchestrator.verb;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.MigrationRecord;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.orchestrator.guard.Guard;
import dev.rekey.orchestrator.guard.GuardResult;
import dev.rekey.orchestrator.guard.MappingGuard;
import dev.rekey.orchestrator.guard.NodesUpGuard;
import dev.rekey.orchestrator.guard.SameSourceGuard;
import dev.rekey.orchestrator.guard.SchemaAgreementGuard;
import dev.rekey.orchestrator.guard.TablesGuard;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Guards that every step shares. */
final class StandardGuards {

  private StandardGuards() {}

  /** Schema, nodes, spec, and both tables. */
  static List<Guard> all(VerbContext context, MigrationRecord record) {
    List<Guard> guards = new ArrayList<>(ofCluster(context, record));
    guards.addAll(ofTables(context, record));
    return guards;
  }

  /** Both tables; a step that takes long looks at them again before it says that it succeeded. */
  static List<Guard> ofTables(VerbContext context, MigrationRecord record) {
    return List.of(() -> tables(context, record), sameSource(context, record));
  }

  /** The source is the table the migration was started with. */
  static Guard sameSource(VerbContext context, MigrationRecord record) {
    return new SameSourceGuard(
        context.schema(), record, History.detail(context.stores(), record, History.SOURCE_ID));
  }

  /** What a step needs that does without the source. */
  static List<Guard> ofTarget(VerbContext context, MigrationRecord record) {
    List<Guard> guards = new ArrayList<>(ofCluster(context, record));
    guards.add(
        () ->
            ofMapping(
                record,
                mapping -> TablesGuard.ofTarget(context.schema(), mapping).check(),
                context));
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
    return ofMapping(
        record, mapping -> TablesGuard.ofBoth(context.schema(), mapping).check(), context);
  }

  private static GuardResult ofMapping(
      MigrationRecord record, Function<KeyMapping, GuardResult> check, VerbContext context) {
    try {
      return check.apply(context.stores().mappings().load(record));
    } catch (IllegalStateException e) {
      return GuardResult.fail("tables-unchanged", e.getMessage(), "rekey history " + record.name());
    }
  }
}
