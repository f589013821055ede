package dev.rekey.orchestrator.guard;

import dev.rekey.control.MigrationRecord;
import dev.rekey.orchestrator.plan.LiveSchema;
import java.util.Optional;

/**
 * The source is the very table the migration was started with: one that was dropped and created
 * anew has the same shape, but not the rows that were copied, verified or fallen back to.
 */
public final class SameSourceGuard implements Guard {

  private static final String NAME = "same-source";

  private final LiveSchema schema;
  private final MigrationRecord record;
  private final Optional<String> atTheStart;

  /**
   * Compares the table of the source's name with what was noted.
   *
   * @param atTheStart the source's own id when the target was created; empty if it was not noted
   */
  public SameSourceGuard(LiveSchema schema, MigrationRecord record, Optional<String> atTheStart) {
    this.schema = schema;
    this.record = record;
    this.atTheStart = atTheStart;
  }

  @Override
  public GuardResult check() {
    if (schema.find(record.source()).isEmpty()) {
      return GuardResult.fail(NAME, "%s does not exist".formatted(record.source().cql()), remedy());
    }
    Optional<String> now = schema.tableId(record.source());
    if (now.isEmpty() || atTheStart.isEmpty()) {
      return GuardResult.pass(NAME, "not compared: no id was noted at the start");
    }
    return now.equals(atTheStart)
        ? GuardResult.pass(NAME, "id %s, as at the start".formatted(now.get()))
        : GuardResult.fail(
            NAME,
            "%s was dropped and created anew: its id is %s, at the start it was %s"
                .formatted(record.source().cql(), now.get(), atTheStart.get()),
            remedy());
  }

  private String remedy() {
    String name = record.name();
    return record.publication().phase().readsTarget()
        ? "do not go back, since reads would miss every older row; 'rekey retire %s --source-lost --confirm %s' goes on without it"
            .formatted(name, name)
        : "'rekey rollback %s --abandon' gives the migration up; then start it under another name"
            .formatted(name);
  }
}
