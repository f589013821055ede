package dev.rekey.orchestrator.engine;

import java.time.Duration;

/**
 * The bounds of every wait.
 *
 * @param poll between two looks at the fleet; default 200 ms
 * @param barrier how long instances may take to follow; default 90 s
 * @param drain how long the journal may take to empty; default 5 min
 * @param maxClockSkew the greatest difference of two machines' clocks; default 1 s
 * @param lockLease of the lock on a migration; default 30 s
 * @param lockWait for another orchestrator to let go; default 35 s
 */
public record Timing(
    Duration poll,
    Duration barrier,
    Duration drain,
    Duration maxClockSkew,
    Duration lockLease,
    Duration lockWait) {

  /** What is used unless flags say otherwise. */
  public static final Timing DEFAULT =
      new Timing(
          Duration.ofMillis(200),
          Duration.ofSeconds(90),
          Duration.ofMinutes(5),
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60));

  /** The same with another bound for barriers. */
  public Timing withBarrier(Duration value) {
    return new Timing(poll, value, drain, maxClockSkew, lockLease, lockWait);
  }

  /** The same with another bound for the journal. */
  public Timing withDrain(Duration value) {
    return new Timing(poll, barrier, value, maxClockSkew, lockLease, lockWait);
  }

  /** The same with another bound for clocks. */
  public Timing withMaxClockSkew(Duration value) {
    return new Timing(poll, barrier, drain, value, lockLease, lockWait);
  }
}
