package dev.rekey.interceptor;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * How long this process may act on what it last read. Counted from <em>before</em> a renewal was
 * sent, and lapsed as soon as either clock says so: the monotonic clock stands still while some
 * machines sleep, and the wall clock may be set.
 */
final class Lease {
  private record Deadline(long nanos, long wallMillis) {}

  private static final Deadline NONE = new Deadline(0, Long.MIN_VALUE);

  private final Duration length;
  private final InstantSource wall;
  private final LongSupplier nanos;
  private volatile Deadline deadline = NONE;
  private volatile long term;

  Lease(Duration length, InstantSource wall, LongSupplier nanos) {
    this.length = length;
    this.wall = wall;
    this.nanos = nanos;
  }

  /** A moment before a renewal is sent. */
  record Moment(long nanos, Instant wall) {}

  Moment now() {
    return new Moment(nanos.getAsLong(), wall.instant());
  }

  Instant endIfRenewedAt(Moment sent) {
    return sent.wall().plus(length);
  }

  void renewedAt(Moment sent) {
    deadline = new Deadline(sent.nanos() + length.toNanos(), endIfRenewedAt(sent).toEpochMilli());
  }

  /** The fleet's own thread only. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  void giveUp() {
    deadline = NONE;
    term++;
  }

  /**
   * Counts how often the place in the fleet was given up. A lease that lapsed and was then renewed
   * is of one term: had the fleet waited this process out, its row could not have been renewed.
   */
  long term() {
    return term;
  }

  /** Whether it holds now, and the fleet has not waited this process out since that term. */
  boolean isHeldSince(long since) {
    return term == since && isValid();
  }

  boolean isValid() {
    Deadline current = deadline;
    return current != NONE
        && nanos.getAsLong() - current.nanos() < 0
        && wall.millis() < current.wallMillis();
  }

  Duration length() {
    return length;
  }
}
