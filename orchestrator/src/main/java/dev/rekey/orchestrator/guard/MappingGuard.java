package dev.rekey.orchestrator.guard;

import dev.rekey.control.MigrationRecord;
import dev.rekey.orchestrator.engine.Stores;
import java.util.Optional;

/** The stored spec and the compiled mapping are those the migration was started with. */
public final class MappingGuard implements Guard {

  private static final String NAME = "spec-unchanged";

  private final Stores stores;
  private final MigrationRecord record;

  /** Looks at what is stored for this migration. */
  public MappingGuard(Stores stores, MigrationRecord record) {
    this.stores = stores;
    this.record = record;
  }

  @Override
  public GuardResult check() {
    String checksum = record.mapping().specChecksum();
    Optional<String> text = stores.mappings().spec(record.name(), checksum);
    if (text.isEmpty()) {
      return GuardResult.fail(
          NAME, "no spec is stored under " + checksum, "rekey history " + record.name());
    }
    try {
      stores.mappings().load(record);
    } catch (IllegalStateException e) {
      return GuardResult.fail(NAME, e.getMessage(), "rekey history " + record.name());
    }
    return GuardResult.pass(NAME, "checksum " + checksum.substring(0, 12));
  }
}
