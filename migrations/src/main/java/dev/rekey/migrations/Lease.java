package dev.rekey.migrations;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock that is held, for as long as its renewals succeed. Close it to release the lock.
 *
 * <p>The lease runs from <em>before</em> the renewal was sent, by the monotonic clock, and ends a
 * tenth of its length early, so that drifting clocks and a short pause do no harm. It also ends
 * when the wall clock says so: the monotonic clock may stand still while a machine sleeps. Once
 * lost it is never regained. Thread-safe.
 *
 * <p>Concurrency: {@code io} lets one write of the row be in flight at a time, so beats rise one by
 * one; {@code this} guards the fields and is never held during a write or a callback.
 */
public final class Lease implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);
  private static final int MARGIN_DIVISOR = 10;
  private static final int RETRY_DIVISOR = 12;

  private enum State {
    HELD,
    LOST,
    RELEASED
  }

  private final LockWrites writes;
  private final LeaseClock clock;
  private final LeaseTimer timer;
  private final ReentrantLock io = new ReentrantLock();
  private final List<Consumer<LockLostException>> listeners = new ArrayList<>();

  private State state = State.HELD;
  private LockRow row;
  private long sentNanos;
  private Optional<Renewal> pending = Optional.empty();
  private Optional<LeaseTimer.Scheduled> scheduled = Optional.empty();
  private Optional<LockLostException> loss = Optional.empty();

  Lease(LockWrites writes, LeaseClock clock, LeaseTimer timer, LockRow row, long sentNanos) {
    this.writes = writes;
    this.clock = clock;
    this.timer = timer;
    this.row = row;
    this.sentNanos = sentNanos;
  }

  /** A renewal whose outcome is not known yet; sent again unchanged until it is. */
  private record Renewal(LockRow next, long sentNanos) {}

  /** The fencing token: greater than that of every earlier holder. */
  public synchronized long token() {
    return row.token();
  }

  /** Name of the lock. */
  public synchronized String name() {
    return row.name();
  }

  /** Who took it. */
  public synchronized String owner() {
    return row.owner();
  }

  /** Whether the lease still runs. False for ever once it lapsed, was replaced or released. */
  public boolean isHeld() {
    synchronized (this) {
      if (state != State.HELD) {
        return false;
      }
      if (!lapsed()) {
        return true;
      }
    }
    lose("its lease lapsed without a renewal", Optional.empty());
    return false;
  }

  /**
   * Returns if the lease still runs.
   *
   * @throws LockLostException if it was lost
   * @throws IllegalStateException if it was released
   */
  public void check() {
    if (isHeld()) {
      return;
    }
    synchronized (this) {
      throw loss.<RuntimeException>map(e -> new LockLostException(e.getMessage(), e))
          .orElseGet(
              () -> new IllegalStateException("Cannot use lock '%s': released".formatted(name())));
    }
  }

  /** What is left of the lease, less the safety margin; zero when it is not held. */
  public synchronized Duration remaining() {
    return state == State.HELD && !lapsed()
        ? Duration.ofNanos(usableNanos() - (clock.monotonicNanos() - sentNanos))
        : Duration.ZERO;
  }

  /**
   * Calls {@code listener} once if the lock is lost, on the thread that notices; at once if it
   * already is. Listeners must be quick: they run on the renewing thread.
   */
  public void onLost(Consumer<LockLostException> listener) {
    Optional<LockLostException> already;
    synchronized (this) {
      listeners.add(listener);
      already = loss;
    }
    already.ifPresent(listener);
  }

  /** Releases the lock; never throws. If the release fails, the lease lapses by itself. */
  @Override
  public void close() {
    synchronized (this) {
      if (state == State.RELEASED) {
        return;
      }
      if (state == State.HELD) {
        state = State.RELEASED;
      }
      scheduled.ifPresent(LeaseTimer.Scheduled::cancel);
    }
    io.lock(); // after a renewal in flight, whose row we must know; bounded by its timeouts
    try {
      release();
    } finally {
      io.unlock();
    }
  }

  private void release() {
    LockRow current;
    Optional<Renewal> unresolved;
    synchronized (this) {
      if (state == State.LOST) {
        return; // possibly somebody else's by now; the row lapses or has lapsed
      }
      current = row;
      unresolved = pending;
    }
    try {
      Instant now = clock.wallTime();
      if (unresolved.isPresent() && writes.write(Optional.of(current), unresolved.get().next())) {
        current = unresolved.get().next();
      }
      if (!writes.write(Optional.of(current), current.released(now))) {
        LOG.warn("Lock '{}' was no longer ours when it was released", current.name());
      }
    } catch (RuntimeException e) {
      LOG.warn(
          "Cannot release lock '{}': {}. It lapses within {}.",
          current.name(),
          e.getMessage(),
          current.lease());
    }
  }

  void startRenewing() {
    scheduleNext();
  }

  private void renew() {
    io.lock();
    try {
      if (!isHeld()) {
        return;
      }
      Renewal renewal = nextRenewal();
      LockRow current;
      synchronized (this) {
        current = row;
      }
      if (writes.write(Optional.of(current), renewal.next())) {
        renewed(renewal);
      } else {
        lose("another holder replaced it", Optional.empty());
      }
    } catch (RuntimeException e) {
      // Not lost yet: tried again until the lease lapses.
      LOG.warn("Cannot renew lock '{}' (token {}): {}", name(), token(), e.getMessage());
    } finally {
      io.unlock();
    }
    if (isHeld()) {
      scheduleNext();
    }
  }

  private synchronized Renewal nextRenewal() {
    if (pending.isEmpty()) {
      long sent = clock.monotonicNanos();
      Instant until = clock.wallTime().plus(row.lease());
      pending = Optional.of(new Renewal(row.renewedUntil(until), sent));
    }
    return pending.get();
  }

  private synchronized void renewed(Renewal renewal) {
    row = renewal.next();
    sentNanos = renewal.sentNanos();
    pending = Optional.empty();
  }

  private synchronized void scheduleNext() {
    if (state != State.HELD) {
      return;
    }
    long lease = row.lease().toNanos();
    long due = sentNanos + lease / 3 - clock.monotonicNanos();
    long delay = pending.isPresent() ? lease / RETRY_DIVISOR : Math.max(0, due);
    scheduled = Optional.of(timer.schedule(Duration.ofNanos(delay), this::renew));
  }

  private boolean lapsed() {
    boolean byMonotonic = clock.monotonicNanos() - sentNanos >= usableNanos();
    long marginNanos = row.lease().toNanos() / MARGIN_DIVISOR;
    boolean byWall = !clock.wallTime().isBefore(row.until().minusNanos(marginNanos));
    return byMonotonic || byWall;
  }

  private long usableNanos() {
    return row.lease().toNanos() - row.lease().toNanos() / MARGIN_DIVISOR;
  }

  private void lose(String why, Optional<Throwable> cause) {
    List<Consumer<LockLostException>> toCall;
    LockLostException exception;
    synchronized (this) {
      if (state != State.HELD) {
        return;
      }
      state = State.LOST;
      exception =
          new LockLostException(
              "Cannot go on under lock '%s' (token %d, %s): %s. Nothing was cleaned up; run again."
                  .formatted(row.name(), row.token(), row.owner(), why),
              cause.orElse(null));
      loss = Optional.of(exception);
      scheduled.ifPresent(LeaseTimer.Scheduled::cancel);
      toCall = List.copyOf(listeners);
    }
    LOG.error(exception.getMessage());
    for (Consumer<LockLostException> listener : toCall) {
      try {
        listener.accept(exception);
      } catch (RuntimeException e) {
        LOG.error("A listener of the lost lock '{}' failed", name(), e);
      }
    }
  }
}
