package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.MappingStore;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationStore;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.CqlType;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import java.util.Optional;

/** What a run knows about its migration, the same on the driver and on every executor. */
record RunContext(CqlSession session, MigrationRecord migration, CopyPlan plan) {

  /**
   * Reads the migration and its mapping, and plans the columns.
   *
   * @throws BackfillRefusedException if it does not exist, a table is not as the mapping says, or a
   *     column cannot be copied exactly
   */
  static RunContext load(CqlSession session, String name) {
    MigrationRecord migration =
        new MigrationStore(session)
            .find(name)
            .orElseThrow(
                () ->
                    new BackfillRefusedException(
                        "Cannot work on migration %s: there is none of that name. See `rekey status`."
                            .formatted(name)));
    KeyMapping mapping = new MappingStore(session).load(migration);
    SchemaShapes shapes = new SchemaShapes(session);
    CopyPlan plan =
        CopyPlan.of(
            mapping,
            ServerVersions.elementTimes(session),
            type -> shapes.userTypeFields(mapping.source().keyspace(), type));
    RunContext context = new RunContext(session, migration, plan);
    context
        .schemaDrift()
        .ifPresent(
            drift -> {
              throw new BackfillRefusedException(drift);
            });
    return context;
  }

  /** How a table differs from the mapping by now, if one does: someone altered it. */
  Optional<String> schemaDrift() {
    return drift(plan.mapping().source()).or(() -> drift(plan.mapping().target()));
  }

  private Optional<String> drift(TableShape expected) {
    Optional<TableShape> actual =
        new SchemaShapes(session).find(expected.keyspace(), expected.table());
    if (actual.isEmpty()) {
      return Optional.of(
          "Cannot work on table %s: it does not exist".formatted(expected.qualifiedName()));
    }
    for (Column column : expected.columns()) {
      if (actual.get().column(column.name()).filter(a -> same(column, a)).isEmpty()) {
        return Optional.of(changed(expected, column.name()));
      }
    }
    for (Column column : actual.get().columns()) {
      if (expected.column(column.name()).isEmpty()) {
        return Optional.of(changed(expected, column.name()));
      }
    }
    return Optional.empty();
  }

  private static boolean same(Column expected, Column actual) {
    return expected.kind() == actual.kind()
        && expected.descending() == actual.descending()
        && (!expected.kind().isKey() || expected.position() == actual.position())
        && CqlType.same(expected.type(), actual.type());
  }

  private static String changed(TableShape table, String column) {
    return "Cannot work on table %s: column %s is not as the mapping says; the table was altered. "
            .formatted(table.qualifiedName(), column)
        + "Undo the ALTER, or plan the migration anew.";
  }
}
