package dev.rekey.migrations;

import java.util.Optional;

/**
 * Turns three answers into two: an unknown one is resolved by a serial read. So is a refusal: an
 * earlier copy of the same write, perhaps of an earlier call, may have been applied meanwhile.
 *
 * <p>A read that still shows the expected row proves nothing about a request that waits in some
 * queue, so the same write is sent again: token and beat let at most one of the copies apply, and
 * whichever it was, the row then equals {@code next}.
 */
final class LockWrites {
  private static final int MAX_ATTEMPTS = 3;

  private final LockStore store;

  LockWrites(LockStore store) {
    this.store = store;
  }

  /**
   * @param expected the row to replace; empty to write the first
   * @return whether the row is now {@code next} by this write
   * @throws LockException if the outcome is still unknown
   */
  boolean write(Optional<LockRow> expected, LockRow next) {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      LockStore.Answer answer =
          expected.isPresent() ? store.replace(expected.get(), next) : store.insert(next);
      if (answer == LockStore.Answer.APPLIED) {
        return true;
      }
      Optional<LockRow> now = store.read(next.name());
      if (now.isPresent() && now.get().sameWriteAs(next)) {
        return true;
      }
      if (!unchanged(expected, now)) {
        return false;
      }
    }
    throw new LockException(
        "Cannot write lock '%s': outcome still unknown after %d tries. Check that a quorum of replicas is up, then run again."
            .formatted(next.name(), MAX_ATTEMPTS));
  }

  private static boolean unchanged(Optional<LockRow> expected, Optional<LockRow> now) {
    if (expected.isEmpty() || now.isEmpty()) {
      return expected.isEmpty() && now.isEmpty();
    }
    return now.get().sameWriteAs(expected.get());
  }
}
