package dev.rekey.orchestrator.engine;

import dev.rekey.control.InstanceRecord;
import dev.rekey.control.InstanceRecord.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The fleet at one look.
 *
 * @param instances every row, whatever its status
 * @param at when it was read
 */
public record FleetView(List<InstanceRecord> instances, Instant at) {
  private static final Duration CLOCK_MARGIN = Duration.ofSeconds(5);

  /** Copies the list. */
  public FleetView {
    instances = List.copyOf(instances);
  }

  /** Instances that may be acting. */
  public List<InstanceRecord> live() {
    return instances.stream().filter(instance -> instance.status() == Status.LIVE).toList();
  }

  /** Live instances whose lease still runs: those that count when a number is asked for. */
  public List<InstanceRecord> current() {
    return live().stream().filter(instance -> instance.lease().until().isAfter(at)).toList();
  }

  /** Live instances that do not yet run everything under that epoch. */
  public List<InstanceRecord> laggards(String migration, long epoch) {
    return live().stream().filter(instance -> !instance.hasAcknowledged(migration, epoch)).toList();
  }

  /** True if nothing of an instance can still be in flight, by the wall clock. */
  public boolean surelyGone(InstanceRecord instance, Duration maxClockSkew) {
    Instant end =
        instance.lease().until().plus(maxClockSkew).plus(instance.lease().requestTimeout());
    return at.isAfter(end);
  }

  /** The largest clock any live instance reported, in microseconds; empty without instances. */
  public OptionalLong largestClockMicros() {
    return live().stream().mapToLong(InstanceRecord::clockMicros).max();
  }

  /**
   * An instance that since then, give or take the clocks, may have written one table only without
   * being able to put that into the journal. Instances tell it with their acknowledgement, so that
   * behind a barrier everything of older epochs has been told.
   */
  public Optional<InstanceRecord> tornSince(String migration, Instant since) {
    long from = since.minus(CLOCK_MARGIN).toEpochMilli();
    return instances.stream()
        .filter(instance -> instance.counter(migration, InstanceRecord.LAST_TORN) >= from)
        .findFirst();
  }

  /** The sum of a counter over all instances, also of those that have ended. */
  public long counter(String migration, String name) {
    return instances.stream().mapToLong(instance -> instance.counter(migration, name)).sum();
  }
}
