package dev.rekey.demo.history;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** What a row should be after a write. */
public sealed interface RowState {
  /** Allowed difference between the second a server counts and the one we count. */
  long SECOND_MILLIS = 1000;

  /** Whether a read that ran in this interval of the wall clock may have found this. */
  boolean allows(Optional<Reading> found, Interval read);

  /** Whether the row must be there at this time, with its value. */
  boolean mustBePresentAt(long millis);

  /** Milliseconds of the wall clock, from the sending of a request to its answer. */
  record Interval(long startMillis, long endMillis) {}

  /** Never written. */
  record Unwritten() implements RowState {
    @Override
    public boolean allows(Optional<Reading> found, Interval read) {
      return found.isEmpty();
    }

    @Override
    public boolean mustBePresentAt(long millis) {
      return false;
    }
  }

  /** Deleted. */
  record Deleted() implements RowState {
    @Override
    public boolean allows(Optional<Reading> found, Interval read) {
      return found.isEmpty();
    }

    @Override
    public boolean mustBePresentAt(long millis) {
      return false;
    }
  }

  /** Written without a time to live. */
  record Present(Reading reading) implements RowState {
    public Present {
      requireNonNull(reading, "reading is null");
    }

    @Override
    public boolean allows(Optional<Reading> found, Interval read) {
      return found.isPresent() && found.get().equals(reading);
    }

    @Override
    public boolean mustBePresentAt(long millis) {
      return true;
    }
  }

  /**
   * Written as a whole with a time to live.
   *
   * @param earliestEndMillis before it, the row must be there
   * @param latestEndMillis after it, the row must be gone
   */
  record Expiring(Reading reading, long earliestEndMillis, long latestEndMillis)
      implements RowState {
    public Expiring {
      requireNonNull(reading, "reading is null");
    }

    /**
     * The state after a write with a time to live that was sent at one time and answered at
     * another; the server counts from some whole second between.
     */
    public static Expiring of(Reading reading, int ttlSeconds, Interval write) {
      return new Expiring(
          reading,
          write.startMillis() + (ttlSeconds - 1) * SECOND_MILLIS,
          write.endMillis() + (ttlSeconds + 2) * SECOND_MILLIS);
    }

    @Override
    public boolean allows(Optional<Reading> found, Interval read) {
      if (found.isEmpty()) {
        return read.endMillis() >= earliestEndMillis;
      }

      return found.get().equals(reading) && read.startMillis() <= latestEndMillis;
    }

    @Override
    public boolean mustBePresentAt(long millis) {
      return millis < earliestEndMillis;
    }
  }
}
