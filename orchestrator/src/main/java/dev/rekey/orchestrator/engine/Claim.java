package dev.rekey.orchestrator.engine;

import com.datastax.oss.driver.api.core.DriverException;
import dev.rekey.control.ControlSchema;
import dev.rekey.control.EventRecord;
import dev.rekey.control.LwtOutcome;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.Publication;
import dev.rekey.core.state.MigrationState;
import dev.rekey.migrations.Lease;
import dev.rekey.migrations.LeasedLock;
import dev.rekey.migrations.LockException;
import dev.rekey.migrations.LockHeldException;
import dev.rekey.migrations.LockLostException;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import java.util.Map;
import java.util.Optional;

/**
 * The right to change one migration: a leased lock whose fencing token is written into the
 * migration's row, so that whoever held the right before changes nothing any more.
 *
 * <p>Every change is a lightweight transaction conditional on token, epoch and state. When its
 * answer is lost, one SERIAL read settles it; when that fails too, the command ends with exit code
 * 16, cleans nothing up, and the next run finds out. Confined to one thread, but for the lease.
 */
public final class Claim implements AutoCloseable {

  private static final int MAX_ATTEMPTS = 3;
  private static final String AGAIN = "look at 'rekey status'; then run the same command again";

  private final Stores stores;
  private final EventRecord.Origin origin;
  private final Lease lease;
  private MigrationRecord record;

  private Claim(Stores stores, EventRecord.Origin origin, Lease lease, MigrationRecord record) {
    this.stores = stores;
    this.origin = origin;
    this.lease = lease;
    this.record = record;
  }

  /** The lock alone, for a migration that has no row yet. */
  public static Lease lock(Stores stores, String migration, String owner, Timing timing) {
    try {
      return LeasedLock.builder(stores.session(), ControlSchema.KEYSPACE, lockName(migration))
          .owner(owner)
          .lease(timing.lockLease())
          .maxClockSkew(timing.maxClockSkew().multipliedBy(2))
          .build()
          .acquire(timing.lockWait());
    } catch (LockHeldException e) {
      throw new RekeyException(
          ExitCode.LOCK_LOST,
          "Cannot change migration %s: %s".formatted(migration, e.getMessage()),
          "wait until that command has ended, or stop it; then run this again",
          e);
    } catch (LockException e) {
      throw new RekeyException(ExitCode.LOCK_LOST, e.getMessage(), AGAIN, e);
    }
  }

  /** The name of a migration's lock. */
  public static String lockName(String migration) {
    return "migration/" + migration;
  }

  /** Takes over a migration's row under a lease; closing the claim releases the lease. */
  public static Claim of(
      Stores stores, MigrationRecord seen, Lease lease, EventRecord.Origin origin) {
    MigrationRecord.Ownership owner =
        new MigrationRecord.Ownership(origin.who() + "@" + origin.host(), lease.token());
    Claim claim = new Claim(stores, origin, lease, seen);
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      LwtOutcome outcome = stores.migrations().takeOver(seen.name(), owner);
      MigrationRecord now = claim.read();
      if (now.ownership().fencingToken() == lease.token()) {
        claim.record = now;
        return claim;
      }
      if (!outcome.isUnknown()) {
        throw claim.fencedOut(now);
      }
    }
    throw claim.unknown("take over the migration");
  }

  /** The migration as this claim last wrote or read it. */
  public MigrationRecord record() {
    return record;
  }

  /** The fencing token every change carries. */
  public long token() {
    return lease.token();
  }

  /** True while the lease runs. */
  public boolean isHeld() {
    return lease.isHeld();
  }

  /** Calls back once when the lock is lost. */
  public void onLost(Runnable action) {
    lease.onLost(loss -> action.run());
  }

  /** Moves to another state and writes it into the history. */
  public void move(MigrationState to, String message, Map<String, String> detail) {
    MigrationState from = record.state();
    write(record.withState(to), "move to " + to);
    event("transition", Optional.of(from), Optional.of(to), message, detail);
  }

  /** Publishes what instances must do from now on; the epoch must be the next one. */
  public void publish(Publication next, String message) {
    write(record.withPublication(next), "publish epoch " + next.epoch());
    event(
        "publication",
        Optional.empty(),
        Optional.empty(),
        message,
        Map.of(
            "phase", next.phase().name(),
            "epoch", Long.toString(next.epoch()),
            "fence", next.fence().isPresent() ? Long.toString(next.fence().getAsLong()) : "none"));
  }

  /** Remembers why the last step failed; the state stays. Never hides the failure itself. */
  public void fail(String why) {
    try {
      if (lease.isHeld()) {
        write(record.withFailure(Optional.of(why)), "note the failure");
        event("failure", Optional.empty(), Optional.empty(), why, Map.of());
      }
    } catch (RekeyException | DriverException e) {
      // The caller is about to report the failure that matters; this note is a convenience.
      return;
    }
  }

  /** Forgets the failure of an earlier run. */
  public void clearFailure() {
    if (record.failure().isPresent()) {
      write(record.withFailure(Optional.empty()), "forget the last failure");
    }
  }

  /** Appends to the history. */
  public void note(String kind, String message, Map<String, String> detail) {
    event(kind, Optional.empty(), Optional.empty(), message, detail);
  }

  /** Says why the newest evidence must not be believed any more; there may be none. */
  public void voidEvidence(String reason) {
    stores
        .evidence()
        .latest(record.name())
        .filter(evidence -> evidence.voided().isEmpty())
        .ifPresent(evidence -> stores.evidence().markVoid(record.name(), evidence.id(), reason));
  }

  /**
   * Returns if the lock is still ours.
   *
   * @throws RekeyException with exit code 13 if it was lost
   */
  public void check() {
    try {
      lease.check();
    } catch (LockLostException e) {
      throw new RekeyException(ExitCode.LOCK_LOST, e.getMessage(), AGAIN, e);
    }
  }

  @Override
  public void close() {
    lease.close();
  }

  private void event(
      String kind,
      Optional<MigrationState> from,
      Optional<MigrationState> to,
      String message,
      Map<String, String> detail) {
    EventRecord event =
        new EventRecord(
            stores.clock().instant(),
            kind,
            origin,
            from.map(Enum::name),
            to.map(Enum::name),
            message,
            detail);
    for (int attempt = 1; ; attempt++) {
      try {
        stores.events().append(record.name(), event);
        return;
      } catch (DriverException e) {
        // Twice in the history is better than missing from it.
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void write(MigrationRecord next, String what) {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      check();
      LwtOutcome outcome = stores.migrations().update(record, next, stores.clock().instant());
      if (outcome.isApplied()) {
        record = next;
        return;
      }
      MigrationRecord now = settle(what);
      if (now.ownership().fencingToken() != lease.token()) {
        throw fencedOut(now);
      }
      if (stands(now, next)) {
        record = now;
        return;
      }
      if (!stands(now, record)) {
        throw new RekeyException(
            ExitCode.OUTCOME_UNKNOWN,
            "Cannot %s: the migration is %s at epoch %d, which is neither what was nor what was to be"
                .formatted(what, now.state(), now.publication().epoch()),
            AGAIN);
      }
      record = now;
    }
    throw unknown(what);
  }

  /** One SERIAL read completes or discards a transaction whose answer was lost. */
  private MigrationRecord settle(String what) {
    try {
      return read();
    } catch (DriverException e) {
      throw new RekeyException(
          ExitCode.OUTCOME_UNKNOWN,
          "Cannot tell whether it was possible to %s: the answer was lost and the row of %s cannot"
                  .formatted(what, record.name())
              + " be read ("
              + e.getMessage()
              + "); nothing was cleaned up",
          AGAIN,
          e);
    }
  }

  private MigrationRecord read() {
    return stores
        .migrations()
        .find(record.name())
        .orElseThrow(
            () ->
                new RekeyException(
                    ExitCode.REFUSED,
                    "Cannot go on: the row of migration %s is gone".formatted(record.name()),
                    "rekey history " + record.name()));
  }

  private static boolean stands(MigrationRecord now, MigrationRecord wanted) {
    return now.state() == wanted.state()
        && now.publication().equals(wanted.publication())
        && now.failure().equals(wanted.failure())
        && now.paused().equals(wanted.paused());
  }

  private RekeyException fencedOut(MigrationRecord now) {
    return new RekeyException(
        ExitCode.LOCK_LOST,
        "Cannot go on: %s took the migration over (fencing token %d, ours is %d)"
            .formatted(now.ownership().owner(), now.ownership().fencingToken(), lease.token()),
        AGAIN);
  }

  private RekeyException unknown(String what) {
    return new RekeyException(
        ExitCode.OUTCOME_UNKNOWN,
        "Cannot tell whether it was possible to %s: no answer in %d tries (migration %s)"
            .formatted(what, MAX_ATTEMPTS, record.name()),
        AGAIN);
  }
}
