package dev.rekey.orchestrator.guard;

import dev.rekey.orchestrator.engine.Stores;

/** How many writes are owed; a few are normal under traffic and are drained by the step itself. */
public final class JournalGuard implements Guard {

  private static final int TOO_MANY = 10_000;

  private final Stores stores;
  private final String migration;

  /** Looks at the journal of a migration, at QUORUM. */
  public JournalGuard(Stores stores, String migration) {
    this.stores = stores;
    this.migration = migration;
  }

  @Override
  public GuardResult check() {
    int open = stores.journal().open(migration, TOO_MANY);
    return open < TOO_MANY
        ? GuardResult.pass(
            "journal",
            open == 0 ? "empty" : open + " writes owed; the step waits until there are none")
        : GuardResult.fail(
            "journal",
            "at least " + TOO_MANY + " writes are owed: one of the tables does not take them",
            "'rekey journal show %s' says why; wait until there are fewer".formatted(migration));
  }
}
