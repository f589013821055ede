package dev.rekey.demo.history;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;

/**
 * The writes to one row, in the order of their one owner.
 *
 * <p>Writes are numbered from 1; number 0 is the state before the first. The owner has at most one
 * write in flight, so every read sees either the newest acknowledged state or one that was sent
 * since. A write whose outcome is unknown is never acknowledged: the state before it and the state
 * after it stay possible for ever, and the row takes no more writes.
 *
 * <p>All methods hold the monitor: readers compare numbers taken before and after a read, and that
 * is exact only if states, numbers and outcomes move together.
 */
final class KeyHistory {
  /** Old states kept for reads that began long ago. */
  private static final int KEPT = 8;

  private final Deque<RowState> states = new ArrayDeque<>();
  private long firstNumber;
  private long acknowledged;
  private long sent;
  private boolean retired;

  KeyHistory(RowState initial) {
    states.add(initial);
  }

  /** Numbers a write about to be sent. */
  synchronized long begin(RowState next) {
    if (retired || sent != acknowledged) {
      throw new IllegalStateException(
          "Cannot write a row again: %s (write %d of %d)"
              .formatted(
                  retired ? "an outcome is unknown" : "one is in flight", acknowledged, sent));
    }

    states.addLast(next);
    sent++;
    if (states.size() > KEPT) {
      states.removeFirst();
      firstNumber++;
    }
    return sent;
  }

  /** The write in flight succeeded; what it made may be known better now (its expiry). */
  synchronized void acknowledge(long number, RowState made) {
    requireInFlight(number);
    states.removeLast();
    states.addLast(made);
    acknowledged = number;
  }

  /** The write in flight failed: it may have happened or not, or may still happen. */
  synchronized void doubt(long number) {
    requireInFlight(number);
    retired = true;
  }

  private void requireInFlight(long number) {
    if (number != sent || acknowledged == sent || retired) {
      throw new IllegalStateException(
          "Cannot settle write %d: write %d is the newest".formatted(number, sent));
    }
  }

  /** Whether the owner may write it again. */
  synchronized boolean isWritable() {
    return !retired && sent == acknowledged;
  }

  synchronized boolean isInDoubt() {
    return retired;
  }

  /** The newest acknowledged state. */
  synchronized RowState newest() {
    return at(acknowledged);
  }

  synchronized long acknowledged() {
    return acknowledged;
  }

  /**
   * Judges what a read found that began when {@code from} was the newest acknowledged write.
   *
   * @return empty if some state since allows it, else what was wrong
   */
  synchronized Optional<Violation.Kind> judge(
      long from, Optional<Reading> found, RowState.Interval read) {
    if (from < firstNumber) {
      // Slower than KEPT writes of its owner: what it may have seen is forgotten.
      return Optional.empty();
    }

    for (long number = from; number <= sent; number++) {
      if (at(number).allows(found, read)) {
        return Optional.empty();
      }
    }
    return Optional.of(kindOf(from, found, read));
  }

  private Violation.Kind kindOf(long from, Optional<Reading> found, RowState.Interval read) {
    if (found.isEmpty()) {
      return Violation.Kind.LOST;
    }

    RowState expected = at(sent);
    if (expected instanceof RowState.Deleted || expected instanceof RowState.Unwritten) {
      return Violation.Kind.REVIVED;
    }

    if (expected instanceof RowState.Expiring expiring
        && read.startMillis() > expiring.latestEndMillis()) {
      return Violation.Kind.REVIVED;
    }

    for (long number = firstNumber; number < from; number++) {
      if (at(number).allows(found, read)) {
        return Violation.Kind.STALE;
      }
    }
    return Violation.Kind.WRONG;
  }

  private RowState at(long number) {
    Iterator<RowState> iterator = states.iterator();
    for (long skip = firstNumber; skip < number; skip++) {
      iterator.next();
    }
    return iterator.next();
  }
}
