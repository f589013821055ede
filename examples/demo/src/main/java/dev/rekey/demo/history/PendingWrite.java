package dev.rekey.demo.history;

import java.util.IdentityHashMap;
import java.util.function.UnaryOperator;

/** A statement in flight, over one row or several of one owner. Settle it once. */
public final class PendingWrite {
  private final History history;
  private final History.WriteKind kind;
  private final IdentityHashMap<KeyHistory, Entry> numbers;

  record Entry(long number, RowState made) {}

  PendingWrite(
      History history, History.WriteKind kind, IdentityHashMap<KeyHistory, Entry> numbers) {
    this.history = history;
    this.kind = kind;
    this.numbers = numbers;
  }

  /** It succeeded. */
  public void acknowledge() {
    acknowledge(UnaryOperator.identity());
  }

  /** It succeeded, and what it made is known better now. */
  public void acknowledge(UnaryOperator<RowState> refine) {
    numbers.forEach((key, entry) -> key.acknowledge(entry.number(), refine.apply(entry.made())));
    history.count(kind);
  }

  /** It failed: whether it happened is unknown. */
  public void doubt() {
    numbers.forEach((key, entry) -> key.doubt(entry.number()));
    history.countUnknown();
  }
}
