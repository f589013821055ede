package dev.rekey.orchestrator.verb;

import dev.rekey.control.MigrationRecord;
import dev.rekey.orchestrator.engine.Stores;
import java.util.Objects;
import java.util.Optional;

/** What earlier commands have noted in the history of a migration. */
final class History {

  /** The detail that holds the source's own id as it was when the target was created. */
  static final String SOURCE_ID = "source-id";

  private History() {}

  /** The value that was noted first under the name of a detail. */
  static Optional<String> detail(Stores stores, MigrationRecord record, String name) {
    return stores
        .events()
        .list(record.name(), record.createdAt(), stores.clock().instant())
        .stream()
        .map(event -> event.detail().get(name))
        .filter(Objects::nonNull)
        .findFirst();
  }
}
