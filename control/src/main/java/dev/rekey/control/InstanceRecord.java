package dev.rekey.control;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * One process start of one application instance.
 *
 * @param incarnation random; a restart is a new instance
 * @param process who and where it is
 * @param lease until when it may act, by its own clock
 * @param clockMicros its clock when the row was written
 * @param acknowledged by migration: the newest epoch under which, and under no older one, its
 *     requests run
 * @param counters by {@code migration/counter}, for example {@code readings-by-day/mirrored}
 */
public record InstanceRecord(
    UUID incarnation,
    Process process,
    Status status,
    Lease lease,
    long clockMicros,
    Map<String, Long> acknowledged,
    Map<String, Long> counters,
    Instant startedAt,
    Optional<Instant> endedAt) {
  /**
   * Identity of the process.
   *
   * @param formats the mapping formats it understands
   */
  public record Process(
      String application, String host, long pid, String version, Set<Integer> formats) {
    public Process {
      requireNonNull(application, "application is null");
      requireNonNull(host, "host is null");
      requireNonNull(version, "version is null");
      formats = Set.copyOf(formats);
    }
  }

  /**
   * A lease.
   *
   * @param requestTimeout the longest its requests can run
   */
  public record Lease(Instant until, Duration length, Duration requestTimeout) {}

  /** How the row stands. */
  public enum Status {
    /** Its owner renews it. */
    LIVE,
    /** Its owner ended it cleanly. */
    CLOSED,
    /** The orchestrator waited it out: its lease, the skew and a request timeout have passed. */
    DEAD;

    String stored() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Status of(String stored) {
      return valueOf(stored.toUpperCase(Locale.ROOT));
    }
  }

  public InstanceRecord {
    requireNonNull(incarnation, "incarnation is null");
    requireNonNull(process, "process is null");
    requireNonNull(status, "status is null");
    requireNonNull(lease, "lease is null");
    acknowledged = Map.copyOf(acknowledged);
    counters = Map.copyOf(counters);
    requireNonNull(startedAt, "startedAt is null");
    requireNonNull(endedAt, "endedAt is null");
  }

  /**
   * Name of the counter that is the time, in milliseconds, of the last write that may have reached
   * one table only without being in the journal, while the source led; zero if there was none.
   */
  public static final String LAST_TORN = "torn_at";

  /**
   * Name of the counter that is the time, in milliseconds, of the last compared read that the two
   * tables answered differently; zero if there was none.
   */
  public static final String LAST_MISMATCH = "shadow_mismatched_at";

  /**
   * How the counters of compared reads that differed begin, by query; its id and its text follow.
   */
  public static final String MISMATCHED_QUERY = "shadow_mismatched/";

  /** Whether it runs everything of a migration under this epoch or a newer one. */
  public boolean hasAcknowledged(String migration, long epoch) {
    return acknowledged.getOrDefault(migration, -1L) >= epoch;
  }

  /** A counter of a migration; zero if it was never reported. */
  public long counter(String migration, String name) {
    return counters.getOrDefault(migration + "/" + name, 0L);
  }

  /** {@code application@host:pid}, for people. */
  public String label() {
    return process.application() + "@" + process.host() + ":" + process.pid();
  }
}
