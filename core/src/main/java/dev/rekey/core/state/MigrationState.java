package dev.rekey.core.state;

/** Where a migration stands. */
public enum MigrationState {
  /** The spec is stored; nothing else exists. */
  PLANNED(false),
  /** The target table exists and is empty. */
  TARGET_CREATED(false),
  /** Every application instance writes both tables with timestamps above the fence. */
  DUAL_WRITING(false),
  /** The copy is running, paused or failed. */
  BACKFILLING(false),
  /** Every token range was copied. */
  BACKFILLED(false),
  /** Fresh evidence says that both tables are equal. */
  VERIFIED(false),
  /** Every application instance reads the target; both tables are written. */
  READS_SWITCHED(false),
  /** The time of observation after the switch has passed. */
  SOAKED(false),
  /** The source is no longer written: there is no way back from here. */
  SOURCE_RETIRED(false),
  /** The source table is gone. */
  SOURCE_DROPPED(false),
  /** No application names the source any more. */
  COMPLETED(true),
  /** The migration was given up; the source is as it always was. */
  ROLLED_BACK(true);

  private final boolean last;

  MigrationState(boolean last) {
    this.last = last;
  }

  /** Whether nothing can follow. */
  public boolean isFinal() {
    return last;
  }
}
