package dev.rekey.backfill;

/** What a task asks before every range, page and batch: may work go on, and how fast. */
interface Gate {

  /**
   * Returns when work may go on; waits while the run is paused.
   *
   * @throws StoppedException if the run must end: aborted, or no longer ours
   */
  void pass() throws InterruptedException;

  /** How many rows a second one task may write. */
  double rowsPerSecond();
}
