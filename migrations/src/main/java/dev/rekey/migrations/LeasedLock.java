package dev.rekey.migrations;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A lock in the table {@code lock} of a keyspace, held by leases that are renewed in the
 * background.
 *
 * <p><b>Taking.</b> All writes are lightweight transactions (SERIAL, QUORUM) conditional on token,
 * beat and holder. A free lock is taken at once. A held one is taken over only when its lease has
 * surely lapsed, which no wall clock alone can tell: either this process has seen the same row for
 * a whole lease by its own monotonic clock, or the wall clock is past the lease's end by more than
 * {@link Builder#maxClockSkew}. The holder's lease began before it sent the renewal that was seen,
 * hence before the first sight; so when a whole lease has passed since, it has lapsed at the holder
 * too, and any renewal in between would have made the conditional write fail.
 *
 * <p><b>Fencing.</b> Every acquisition gets a token greater than all before it. A process can be
 * paused between asking {@link Lease#isHeld()} and its write; only a check of the token where the
 * write lands stops it then. Holders must therefore make their writes conditional on the token.
 *
 * <p>The table must exist; {@link Migrations#migrate()} creates it. Thread-safe.
 */
public final class LeasedLock {
  /** Default length of a lease: 30 seconds. */
  public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

  /** Default bound on the difference of two wall clocks: 30 seconds. */
  public static final Duration DEFAULT_MAX_CLOCK_SKEW = Duration.ofSeconds(30);

  private static final Duration MIN_LEASE = Duration.ofMillis(300);
  private static final Duration MIN_POLL = Duration.ofMillis(20);
  private static final Duration MAX_POLL = Duration.ofSeconds(1);

  private final LockStore store;
  private final LockWrites writes;
  private final String name;
  private final String owner;
  private final Duration lease;
  private final Duration maxClockSkew;
  private final LeaseClock clock;
  private final LeaseTimer timer;
  private final Supplier<UUID> ids;

  private LeasedLock(Builder builder, LockStore store) {
    this.store = store;
    this.writes = new LockWrites(store);
    this.name = builder.name;
    this.owner = builder.owner;
    this.lease = builder.lease;
    this.maxClockSkew = builder.maxClockSkew;
    this.clock = builder.clock;
    this.timer = builder.timer;
    this.ids = builder.ids;
  }

  /** A lock named {@code name} in {@code keyspace}, reached through {@code session}. */
  public static Builder builder(CqlSession session, String keyspace, String name) {
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(keyspace, "keyspace");
    return new Builder(name, lease -> new CassandraLockStore(session, keyspace, lease));
  }

  static Builder builder(LockStore store, String name) {
    return new Builder(name, lease -> store);
  }

  /**
   * Takes the lock, waiting at most {@code maxWait} for a holder to release it or to lapse.
   *
   * @throws LockHeldException if it is still held then; names the holder
   * @throws LockException if the table cannot be reached, or an outcome stays unknown
   */
  public Lease acquire(Duration maxWait) {
    long start = clock.monotonicNanos();
    Sighting sighting = null;
    while (true) {
      Optional<LockRow> row = read();
      long seenAt = clock.monotonicNanos();
      if (row.isPresent() && (sighting == null || !sighting.row.sameWriteAs(row.get()))) {
        sighting = new Sighting(row.get(), seenAt);
      }
      if (row.isEmpty() || lapsed(row.get(), sighting)) {
        Optional<Lease> taken = take(row);
        if (taken.isPresent()) {
          return taken.get();
        }
      }
      if (clock.monotonicNanos() - start >= maxWait.toNanos()) {
        throw held(row);
      }
      pause();
    }
  }

  /** Who holds the lock now: owner, token and end of lease; empty when it is free. */
  public Optional<LockHolder> holder() {
    return read()
        .filter(row -> row.holder().isPresent())
        .map(row -> new LockHolder(row.owner(), row.token(), row.until()));
  }

  private Optional<LockRow> read() {
    try {
      return store.read(name);
    } catch (DriverException e) {
      throw new LockException(
          "Cannot read lock '%s': %s. Check that the keyspace is migrated and a quorum of replicas is up."
              .formatted(name, e.getMessage()),
          e);
    }
  }

  private boolean lapsed(LockRow row, Sighting sighting) {
    if (row.holder().isEmpty()) {
      return true;
    }
    boolean seenForWholeLease = clock.monotonicNanos() - sighting.atNanos >= row.lease().toNanos();
    boolean longPast = clock.wallTime().isAfter(row.until().plus(maxClockSkew));
    return seenForWholeLease || longPast;
  }

  private Optional<Lease> take(Optional<LockRow> current) {
    long sentNanos = clock.monotonicNanos();
    var until = clock.wallTime().plus(lease);
    UUID holder = ids.get();
    LockRow next =
        current
            .map(row -> row.takenBy(holder, owner, until, lease))
            .orElseGet(() -> LockRow.first(name, holder, owner, until, lease));
    try {
      if (!writes.write(current, next)) {
        return Optional.empty();
      }
    } catch (DriverException e) {
      throw new LockException("Cannot take lock '%s': %s".formatted(name, e.getMessage()), e);
    }
    Lease taken = new Lease(writes, clock, timer, next, sentNanos);
    taken.startRenewing();
    return Optional.of(taken);
  }

  private LockException held(Optional<LockRow> row) {
    if (row.isPresent() && row.get().holder().isPresent()) {
      return new LockHeldException(name, row.get().owner(), row.get().until(), row.get().token());
    }
    return new LockException(
        "Cannot take lock '%s': others were faster until the wait ended. Run again."
            .formatted(name));
  }

  private void pause() {
    long base = Math.min(MAX_POLL.toNanos(), Math.max(MIN_POLL.toNanos(), lease.toNanos() / 20));
    // Spread by up to the same again, so that contenders do not ask in step.
    long jitter = Math.floorMod(ids.get().getLeastSignificantBits(), base);
    try {
      clock.sleep(Duration.ofNanos(base + jitter));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LockException("Cannot take lock '%s': interrupted".formatted(name), e);
    }
  }

  private record Sighting(LockRow row, long atNanos) {}

  /** Makes the store, given the length of the lease (it bounds the request timeout). */
  interface StoreFactory {
    LockStore create(Duration lease);
  }

  /** Options of a {@link LeasedLock}. */
  public static final class Builder {
    private final String name;
    private final StoreFactory stores;
    private String owner = Owners.current();
    private Duration lease = DEFAULT_LEASE;
    private Duration maxClockSkew = DEFAULT_MAX_CLOCK_SKEW;
    private LeaseClock clock = LeaseClock.system();
    private LeaseTimer timer = LeaseTimer.daemonThread();
    private Supplier<UUID> ids = UUID::randomUUID;

    private Builder(String name, StoreFactory stores) {
      this.name = Objects.requireNonNull(name, "name");
      this.stores = stores;
    }

    /** Who takes the lock, for people. Default: user@host and process id. */
    public Builder owner(String value) {
      owner = Objects.requireNonNull(value, "owner");
      return this;
    }

    /** Length of a lease, at least 300 ms. Default 30 s. Renewed every third of it. */
    public Builder lease(Duration value) {
      if (value.compareTo(MIN_LEASE) < 0) {
        throw new IllegalArgumentException(
            "Cannot use a lease of %s: the least is %s".formatted(value, MIN_LEASE));
      }
      lease = value;
      return this;
    }

    /** Greatest difference of two machines' wall clocks. Default 30 s. */
    public Builder maxClockSkew(Duration value) {
      if (value.isNegative()) {
        throw new IllegalArgumentException("Cannot use a negative clock skew: " + value);
      }
      maxClockSkew = value;
      return this;
    }

    /** Clocks to use. Default: this machine's. */
    public Builder clock(LeaseClock value) {
      clock = Objects.requireNonNull(value, "clock");
      return this;
    }

    /** Runs the renewals. Default: a daemon thread of its own. */
    public Builder timer(LeaseTimer value) {
      timer = Objects.requireNonNull(value, "timer");
      return this;
    }

    Builder ids(Supplier<UUID> value) {
      ids = value;
      return this;
    }

    public LeasedLock build() {
      return new LeasedLock(this, stores.create(lease));
    }
  }
}
