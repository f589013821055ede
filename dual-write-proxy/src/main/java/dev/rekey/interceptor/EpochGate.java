package dev.rekey.interceptor;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the requests that run under one epoch of one migration.
 *
 * <p>A request enters first and then looks again whether the epoch is still the current one; if not
 * it leaves and starts over. So a request that acts under this epoch entered before a newer one was
 * published, and once the newer one is published and the count is zero, no request acts under this
 * epoch any more: one that enters later sees the newer epoch and leaves without having done
 * anything.
 */
final class EpochGate {
  private final AtomicLong inside = new AtomicLong();

  void enter() {
    inside.incrementAndGet();
  }

  void leave() {
    inside.decrementAndGet();
  }

  boolean isEmpty() {
    return inside.get() == 0;
  }
}
