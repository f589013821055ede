package dev.rekey.interceptor;

import java.util.function.BooleanSupplier;

/**
 * The order in which a process leaves the fleet. The lease is given up before the registry row is
 * closed: a closed row tells the publisher that nothing of this process is under way, so no request
 * may be able to begin any more when it is written. A row that cannot be closed truly is left as a
 * crash would leave it.
 */
final class Departure {
  private final BooleanSupplier idle;
  private final Lease lease;
  private final Runnable closeRow;

  /**
   * @param idle whether no request runs on a migrating table
   * @param closeRow writes that this process has ended cleanly
   */
  Departure(BooleanSupplier idle, Lease lease, Runnable closeRow) {
    this.idle = idle;
    this.lease = lease;
    this.closeRow = closeRow;
  }

  /** Whether to try again. */
  enum Attempt {
    GONE,
    BUSY
  }

  /** Leaves if nothing is under way. Once the lease is given up, nothing can begin. */
  Attempt attempt() {
    if (!idle.getAsBoolean()) {
      return Attempt.BUSY;
    }
    lease.giveUp();
    if (!idle.getAsBoolean()) {
      return Attempt.BUSY; // A request was admitted in between; it is the last one.
    }
    closeRow.run();
    return Attempt.GONE;
  }
}
