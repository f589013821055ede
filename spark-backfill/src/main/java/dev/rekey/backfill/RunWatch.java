package dev.rekey.backfill;

import dev.rekey.control.BackfillRun;
import dev.rekey.control.BackfillStore;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationStore;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches what is asked of the run and whether it is still ours, once for all tasks of a JVM.
 *
 * <p>One thread polls and publishes an immutable {@link Seen}; tasks only read it. A task goes on
 * only while the last look is younger than {@link #FRESH_NANOS}: a process that cannot see the
 * control keyspace, or was suspended, cannot know whether it was replaced, so it waits.
 */
final class RunWatch implements Gate, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RunWatch.class);
  private static final long POLL_MILLIS = 500;
  private static final long POLL_SECONDS = 15;
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long LONGEST_BLIND_NANOS = TimeUnit.MINUTES.toNanos(3);
  private static final double UNLIMITED = 10_000_000;

  /** Why work does not go on. */
  enum Waiting {
    NONE,
    PAUSED,
    CONTROL_KEYSPACE
  }

  private record Seen(Optional<StoppedException> stop, BackfillRun.Order order, long atNanos) {}

  private final BackfillStore runs;
  private final MigrationStore migrations;
  private final RunIdentity identity;
  private final int tasks;
  private final Thread poller;
  private volatile Seen seen;
  private volatile boolean closed;

  /**
   * Looks once, then keeps looking.
   *
   * @param tasks how many tasks of the whole cluster share the run's rate
   * @throws StoppedException if the run is not ours to begin with
   */
  RunWatch(BackfillStore runs, MigrationStore migrations, RunIdentity identity, int tasks) {
    this.runs = runs;
    this.migrations = migrations;
    this.identity = identity;
    this.tasks = tasks;
    this.seen = look();
    if (seen.stop().isPresent()) {
      throw seen.stop().get();
    }
    this.poller = new Thread(this::poll, "rekey-run-watch");
    poller.setDaemon(true);
    poller.start();
  }

  @Override
  public void pass() throws InterruptedException {
    while (true) {
      Seen now = seen;
      if (now.stop().isPresent()) {
        throw new StoppedException(now.stop().get().exitCode(), now.stop().get().getMessage());
      }
      long age = System.nanoTime() - now.atNanos();
      if (age > LONGEST_BLIND_NANOS) {
        throw new StoppedException(
            ExitCode.FENCED_OUT,
            "Cannot go on with run %s: the control keyspace was not readable for %d s"
                .formatted(identity.run(), TimeUnit.NANOSECONDS.toSeconds(age)));
      }
      if (age <= FRESH_NANOS && now.order().request() == BackfillRun.Request.RUN) {
        return;
      }
      synchronized (this) {
        wait(POLL_MILLIS);
      }
    }
  }

  @Override
  public double rowsPerSecond() {
    return seen.order().rowsPerSecond().orElse((long) UNLIMITED) / (double) tasks;
  }

  /** Why tasks wait at this moment. */
  Waiting waiting() {
    Seen now = seen;
    if (System.nanoTime() - now.atNanos() > FRESH_NANOS) {
      return Waiting.CONTROL_KEYSPACE;
    }
    return now.order().request() == BackfillRun.Request.PAUSE ? Waiting.PAUSED : Waiting.NONE;
  }

  /** Why the run must end, if it must. */
  Optional<StoppedException> stop() {
    return seen.stop();
  }

  private void poll() {
    while (!closed) {
      try {
        Seen now = look();
        synchronized (this) {
          seen = now;
          notifyAll();
          wait(POLL_MILLIS);
        }
        if (now.stop().isPresent()) {
          return;
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.warn("Cannot read what is asked of run {}: {}", identity.run(), e.getMessage());
        pauseAfterError();
      }
    }
  }

  private synchronized void pauseAfterError() {
    try {
      wait(POLL_MILLIS);
    } catch (InterruptedException e) {
      closed = true;
    }
  }

  private Seen look() {
    long before = System.nanoTime();
    Optional<BackfillRun> run = runs.find(identity.migration(), identity.run());
    Optional<MigrationRecord> migration = migration();
    BackfillRun.Order order =
        run.map(BackfillRun::order)
            .orElse(new BackfillRun.Order(BackfillRun.Request.RUN, java.util.OptionalLong.empty()));
    return new Seen(stop(run, migration), order, before);
  }

  /** At QUORUM: a serial read twice a second would get in the way of the owner's transactions. */
  private Optional<MigrationRecord> migration() {
    try {
      return migrations.poll().toCompletableFuture().get(POLL_SECONDS, TimeUnit.SECONDS).stream()
          .filter(migration -> migration.name().equals(identity.migration()))
          .findFirst();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Cannot read the migration: interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("Cannot read the migration: " + e.getMessage(), e);
    }
  }

  private Optional<StoppedException> stop(
      Optional<BackfillRun> run, Optional<MigrationRecord> migration) {
    if (migration.isEmpty() || run.isEmpty()) {
      return fencedOut(migration.isEmpty() ? "the migration is gone" : "the run is gone");
    }
    long owner = migration.get().ownership().fencingToken();
    long runOwner = run.get().fencingToken();
    if (owner != identity.fencingToken() || runOwner != identity.fencingToken()) {
      return fencedOut(
          "another command took over (fencing token %d of the migration, %d of the run)"
              .formatted(owner, runOwner));
    }
    if (run.get().order().request() == BackfillRun.Request.ABORT) {
      return Optional.of(
          new StoppedException(
              ExitCode.ABORTED, "Run %s was asked to abort".formatted(identity.run())));
    }
    return Optional.empty();
  }

  private Optional<StoppedException> fencedOut(String why) {
    return Optional.of(
        new StoppedException(
            ExitCode.FENCED_OUT,
            "Cannot go on with run %s under fencing token %d: %s. Look at `rekey status`."
                .formatted(identity.run(), identity.fencingToken(), why)));
  }

  @Override
  public void close() {
    closed = true;
    poller.interrupt();
  }
}
