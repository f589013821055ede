package dev.rekey.migrations;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lock rows in memory; each fault hits the next write, once. */
final class FaultyLockStore implements LockStore {
  enum Fault {
    NONE,
    /** Applied, but the answer is lost. */
    APPLIED_ANSWER_LOST,
    /** Not applied, and nobody says so. */
    REQUEST_LOST,
    /** Not applied now, but by {@link #deliverLate()}. */
    REQUEST_LATE
  }

  private final Map<String, LockRow> rows = new HashMap<>();
  private final Deque<Fault> faults = new ArrayDeque<>();
  private final List<Runnable> late = new ArrayList<>();
  private int writes;

  void fail(Fault... next) {
    faults.addAll(List.of(next));
  }

  void deliverLate() {
    late.forEach(Runnable::run);
    late.clear();
  }

  int writes() {
    return writes;
  }

  @Override
  public Optional<LockRow> read(String name) {
    return Optional.ofNullable(rows.get(name));
  }

  @Override
  public Answer insert(LockRow row) {
    return write(() -> rows.putIfAbsent(row.name(), row) == null);
  }

  @Override
  public Answer replace(LockRow expected, LockRow next) {
    return write(
        () -> {
          LockRow now = rows.get(next.name());
          if (now == null || !now.sameWriteAs(expected)) {
            return false;
          }
          rows.put(next.name(), next);
          return true;
        });
  }

  private Answer write(Condition condition) {
    writes++;
    Fault fault = faults.isEmpty() ? Fault.NONE : faults.poll();
    return switch (fault) {
      case NONE -> condition.apply() ? Answer.APPLIED : Answer.REFUSED;
      case APPLIED_ANSWER_LOST -> {
        condition.apply();
        yield Answer.UNKNOWN;
      }
      case REQUEST_LOST -> Answer.UNKNOWN;
      case REQUEST_LATE -> {
        late.add(condition::apply);
        yield Answer.UNKNOWN;
      }
    };
  }

  private interface Condition {
    boolean apply();
  }
}
