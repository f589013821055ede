package dev.rekey.orchestrator.engine;

import com.datastax.oss.driver.api.core.DriverException;
import dev.rekey.control.InstanceRecord;
import dev.rekey.control.JournalReplayer;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.Phase;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Waits until nobody acts under an older epoch.
 *
 * <p>Why this is enough: an epoch is published, and read back at SERIAL, before the fleet is
 * listed. An instance registers at QUORUM before it reads the phase. So an instance either is in
 * the list, and then it is waited for, or it registers later, and then it reads the new phase. An
 * instance in the list that stays silent is waited out: it refuses statements once its lease has
 * lapsed, and what it sent before has ended one request timeout later. Its row is then marked dead
 * by a transaction conditional on the lease that was seen, so that a renewal in the same moment
 * wins, and a process that wakes up later finds that it must register anew.
 */
public final class Barrier {

  private static final int ENTRIES_SHOWN = 1_000;

  private final Stores stores;
  private final Claim claim;
  private final Timing timing;
  private final Narrator narrator;
  private final int needed;
  private final Map<UUID, Silence> silences = new HashMap<>();

  /** The lease of an instance, and since when it has been seen unchanged by our own clock. */
  private record Silence(InstanceRecord.Lease lease, long sinceNanos) {}

  /** A barrier that needs the number of instances the spec declares. */
  public Barrier(Stores stores, Claim claim, Timing timing, Narrator narrator) {
    this(stores, claim, timing, narrator, claim.record().settings().minInstances());
  }

  private Barrier(Stores stores, Claim claim, Timing timing, Narrator narrator, int needed) {
    this.stores = stores;
    this.claim = claim;
    this.timing = timing;
    this.narrator = narrator;
    this.needed = needed;
  }

  /** The same for the way back, which a fleet that has shrunk, or ended, must not block. */
  public Barrier forAnyFleet() {
    return new Barrier(stores, claim, timing, narrator, 0);
  }

  /**
   * Waits until at least the declared number of instances runs under the published epoch and no
   * other instance can act.
   *
   * @return the fleet as it was when the barrier was passed
   * @throws RekeyException with exit code 15, naming who has not followed
   */
  public FleetView await() {
    Waiting waiting = Waiting.atMost(timing.barrier());
    while (true) {
      claim.check();
      boolean last = waiting.over();
      try {
        FleetView fleet = look();
        if (hasFollowed(fleet, last)) {
          return fleet;
        }
        markDead(fleet);
      } catch (DriverException e) {
        tolerate(e, last);
      }
      waiting.pause(timing.poll());
    }
  }

  private boolean hasFollowed(FleetView fleet, boolean last) {
    long epoch = claim.record().publication().epoch();
    List<InstanceRecord> laggards = fleet.laggards(claim.record().name(), epoch);
    int followed =
        (int) fleet.current().stream().filter(instance -> !laggards.contains(instance)).count();
    if (laggards.isEmpty() && followed >= needed) {
      narrator.say("  epoch %d is live on %d instances".formatted(epoch, followed));
      return true;
    }
    if (last) {
      throw notFollowed(epoch, followed, laggards);
    }
    narrator.progress(
        "  epoch %d: %d of %d instances have followed (%d needed)%s"
            .formatted(
                epoch,
                followed,
                fleet.live().size(),
                needed,
                laggards.isEmpty() ? "" : "; waiting for " + labels(laggards)));
    return false;
  }

  /** A slow server is no reason to give up before the time is over: nothing was decided yet. */
  private void tolerate(DriverException error, boolean last) {
    if (last) {
      throw error;
    }
    narrator.progress("  the cluster does not answer (%s); trying again".formatted(error));
  }

  /** The fleet now. */
  public FleetView look() {
    return new FleetView(stores.instances().list(), stores.clock().instant());
  }

  /**
   * Waits until no write is owed any more: live instances replay their own, this replays those of
   * instances that have ended.
   *
   * @param leg only entries owed to this table count, which is the one reads will use
   */
  public void drain(Leg leg) {
    Waiting waiting = Waiting.atMost(timing.drain());
    int replayed = 0;
    while (true) {
      claim.check();
      boolean last = waiting.over();
      try {
        replayed += replayEnded(claim.record().name());
        if (isDrained(leg, replayed, last)) {
          return;
        }
      } catch (DriverException e) {
        tolerate(e, last);
      }
      waiting.pause(timing.poll());
    }
  }

  private boolean isDrained(Leg leg, int replayed, boolean last) {
    int open = stores.journal().open(claim.record().name(), leg, ENTRIES_SHOWN);
    if (open == 0) {
      narrator.say(
          "  journal empty%s"
              .formatted(
                  replayed == 0 ? "" : " (%d entries of ended instances)".formatted(replayed)));
      return true;
    }
    if (last) {
      throw new RekeyException(
          ExitCode.GUARD_FAILED,
          "Cannot go on: %s still owed to the %s after %s"
              .formatted(
                  open == 1
                      ? "1 write is"
                      : (open == ENTRIES_SHOWN ? "at least " : "") + open + " writes are",
                  leg.name().toLowerCase(Locale.ROOT),
                  Durations.words(timing.drain())),
          "'rekey journal show %s' says why; correct that and run this again, or give a write up: 'rekey journal discard %s ENTRY --confirm %s'"
              .formatted(claim.record().name(), claim.record().name(), claim.record().name()));
    }
    narrator.progress("  journal: %d writes owed".formatted(open));
    return false;
  }

  /**
   * Replays once whatever is still owed, also the entries of live instances. For the end of a
   * migration: nobody adds entries any more, and an entry that cannot be replayed is reported.
   */
  public void sweep() {
    JournalReplayer.Result result =
        stores.replayer().replay(claim.record().name(), incarnation -> true);
    if (result.replayed() + result.failed() > 0) {
      narrator.say(
          "  journal: %d last entries replayed, %d failed"
              .formatted(result.replayed(), result.failed()));
    }
  }

  private int replayEnded(String migration) {
    Set<UUID> live = new HashSet<>();
    markDead(look());
    look().live().forEach(instance -> live.add(instance.incarnation()));
    JournalReplayer.Result result =
        stores.replayer().replay(migration, incarnation -> !live.contains(incarnation));
    return result.replayed();
  }

  private void markDead(FleetView fleet) {
    for (InstanceRecord instance : fleet.live()) {
      boolean gone =
          fleet.surelyGone(instance, timing.maxClockSkew()) && silentForWholeLease(instance);
      if (gone && stores.instances().markDead(instance, fleet.at()).isApplied()) {
        narrator.say("  instance %s is dead: its lease lapsed".formatted(instance.label()));
        claim.note(
            "instance-dead",
            "instance %s did not renew its lease".formatted(instance.label()),
            Map.of("incarnation", instance.incarnation().toString()));
        claim.voidEvidence(
            "instance %s ended without closing: a write of it may have reached one table only"
                .formatted(instance.label()));
      }
    }
  }

  /** Our own clock must agree: the lease was seen unchanged for as long as it could have run. */
  private boolean silentForWholeLease(InstanceRecord instance) {
    long now = System.nanoTime();
    Silence silence = silences.get(instance.incarnation());
    if (silence == null || !silence.lease().until().equals(instance.lease().until())) {
      silences.put(instance.incarnation(), new Silence(instance.lease(), now));
      return false;
    }
    Duration longest = instance.lease().length().plus(instance.lease().requestTimeout());
    return now - silence.sinceNanos() >= longest.toNanos()
        || stores
            .clock()
            .instant()
            .isAfter(instance.lease().until().plus(longest).plus(timing.maxClockSkew()));
  }

  private static String labels(List<InstanceRecord> instances) {
    return instances.stream()
        .limit(10)
        .map(InstanceRecord::label)
        .collect(Collectors.joining(", "));
  }

  private RekeyException notFollowed(long epoch, int followed, List<InstanceRecord> laggards) {
    String why =
        laggards.isEmpty()
            ? "%d instances are registered, the spec asks for %d".formatted(followed, needed)
            : "%d have followed, these have not: %s".formatted(followed, labels(laggards));
    return new RekeyException(
        ExitCode.FLEET_NOT_ACKNOWLEDGED,
        "Cannot pass the barrier of epoch %d: %s (waited %s)"
            .formatted(epoch, why, Durations.words(timing.barrier())),
        "start or stop the instances named, then run the same command again; 'rekey status %s' shows them%s"
            .formatted(
                claim.record().name(),
                claim.record().publication().phase() == Phase.TARGET
                    ? ""
                    : ", 'rekey rollback %s' goes back".formatted(claim.record().name())));
  }
}
