package dev.rekey.interceptor;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** This process's place in the fleet, as requests see it. */
interface Standing {
  /** Whether there is a control keyspace, and this process has a place in the fleet to lose. */
  boolean isKnown();

  FleetState state();

  /** The longest a request can run that is not held up: a migration's first epoch waits for it. */
  Duration longestRequest();

  /**
   * Reads the phases once more, without a lease, beginning after this call; those who ask meanwhile
   * share it.
   */
  CompletionStage<Void> look();
}
