package dev.rekey.migrations;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Clock and timer that move when told; sleeping moves them. One thread only. */
final class ManualTime implements LeaseClock, LeaseTimer {
  private long nanos = 1_000;
  private Instant wall = Instant.parse("2026-01-01T00:00:00Z");
  private final List<Task> tasks = new ArrayList<>();

  private record Task(long due, Runnable body) {}

  @Override
  public long monotonicNanos() {
    return nanos;
  }

  @Override
  public Instant wallTime() {
    return wall;
  }

  @Override
  public void sleep(Duration duration) {
    advance(duration);
  }

  /** Moves both clocks, running what falls due at its own time. */
  void advance(Duration duration) {
    long target = nanos + duration.toNanos();
    for (Optional<Task> next = due(target); next.isPresent(); next = due(target)) {
      tasks.remove(next.get());
      move(Math.max(0, next.get().due() - nanos));
      next.get().body().run();
    }
    move(Math.max(0, target - nanos));
  }

  /** Moves both clocks without running anything, as when a process is stopped. */
  void pause(Duration duration) {
    move(duration.toNanos());
  }

  void jumpWall(Duration duration) {
    wall = wall.plus(duration);
  }

  private void move(long by) {
    nanos += by;
    wall = wall.plusNanos(by);
  }

  private Optional<Task> due(long target) {
    return tasks.stream()
        .filter(task -> task.due() <= target)
        .min(Comparator.comparingLong(Task::due));
  }

  int scheduled() {
    return tasks.size();
  }

  @Override
  public Scheduled schedule(Duration delay, Runnable body) {
    Task task = new Task(nanos + delay.toNanos(), body);
    tasks.add(task);
    return () -> tasks.remove(task);
  }
}
