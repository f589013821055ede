package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this process in the fleet: joins, renews its lease three times per lease, follows
 * publications, and acknowledges an epoch as soon as nothing runs under an older one.
 *
 * <p>Everything here happens on one thread of its own; requests only read {@link FleetState}.
 */
final class Fleet {
  private static final Logger LOG = LoggerFactory.getLogger(Fleet.class);
  private static final int JOIN_ATTEMPTS = 10;
  private static final Duration DRAIN_CHECK = Duration.ofMillis(10);
  private static final String CONTROL_TABLES =
      "SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'rekey'"
          + " AND table_name IN ('migration', 'instance', 'mirror_journal', 'journal_minute',"
          + " 'mapping_column')";
  private static final int CONTROL_TABLE_COUNT = 5;

  private final RekeyOptions options;
  private final CqlSession bypass;
  private final Statistics statistics;
  private final FleetState state;
  private final Duration requestTimeout;
  private final ScheduledExecutorService thread = Threads.single("rekey-fleet");
  private final CompletableFuture<Void> started = new CompletableFuture<>();

  // Only touched by the fleet's own thread.
  private Optional<Membership> member = Optional.empty();
  private int failedJoins;
  private boolean joined;
  private long lastRenewalNanos;
  private long nextPollNanos;
  private boolean retryRenewal;
  private String lastProblem = "";
  private long complainedNanos;

  private volatile Optional<Journal> journal = Optional.empty();
  private volatile Optional<Reconciler> reconciler = Optional.empty();

  Fleet(RekeyOptions options, CqlSession bypass, FleetState state, Statistics statistics) {
    this.options = options;
    this.bypass = bypass;
    this.statistics = statistics;
    this.state = state;
    this.requestTimeout = RequestTimeouts.longest(bypass.getContext().getConfig(), options.lease());
  }

  FleetState state() {
    return state;
  }

  /** Only asked for by requests that run under a published phase, so it is there. */
  Journal journal() {
    return journal.orElseThrow(
        () -> new IllegalStateException("Cannot journal: this process has not joined the fleet"));
  }

  /** Complete when this process has joined, or when there is no control keyspace yet. */
  CompletionStage<Void> start() {
    thread.execute(this::step);
    return started;
  }

  /** Waits for what is in flight, then closes the registry row. Never fails. */
  CompletionStage<Void> leave() {
    CompletableFuture<Void> gone = new CompletableFuture<>();
    long deadline = System.nanoTime() + requestTimeout.multipliedBy(2).toNanos();
    thread.execute(() -> leave(deadline, gone));
    return gone;
  }

  void abandon() {
    reconciler.ifPresent(Reconciler::stop);
    thread.shutdownNow();
  }

  private void leave(long deadlineNanos, CompletableFuture<Void> gone) {
    if (isIdle()) {
      // First, so that no request can begin between here and the closing of the row, which tells
      // the publisher that nothing of this process is under way.
      state.lease().giveUp();
    }
    if (!isIdle() && System.nanoTime() - deadlineNanos < 0) {
      thread.schedule(
          () -> leave(deadlineNanos, gone), DRAIN_CHECK.toMillis(), TimeUnit.MILLISECONDS);
      return;
    }
    try {
      if (joined) {
        member.ifPresent(Membership::close);
      }
    } catch (RuntimeException e) {
      LOG.warn("Cannot close the row of this process in the fleet registry: {}", e.toString());
    } finally {
      state.lease().giveUp();
      abandon();
      gone.complete(null);
    }
  }

  private boolean isIdle() {
    return member.map(m -> m.views().isIdle()).orElse(true);
  }

  /** One round of work; never throws, always plans the next one. */
  private void step() {
    Duration pause = options.pollInterval();
    try {
      pause = joined ? follow() : join();
    } catch (RuntimeException e) {
      complain(Errors.unwrap(e).toString());
      pause = failed(Errors.unwrap(e));
    }
    if (!thread.isShutdown()) {
      thread.schedule(this::step, pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Says the same thing once per lease. */
  private void complain(String problem) {
    long now = System.nanoTime();
    boolean known =
        problem.equals(lastProblem) && now - complainedNanos < options.lease().toNanos();
    if (!known) {
      LOG.warn("Cannot follow the control keyspace: {}", problem);
      lastProblem = problem;
      complainedNanos = now;
    }
  }

  private Duration failed(Throwable error) {
    if (!joined && !started.isDone() && ++failedJoins >= JOIN_ATTEMPTS) {
      started.completeExceptionally(
          new IllegalStateException(
              "Cannot join the fleet: the control keyspace exists and could not be used %d times (%s); without knowing the phases no statement is safe"
                  .formatted(failedJoins, error.toString()),
              error));
    }
    return options.pollInterval();
  }

  private Duration join() {
    if (!controlKeyspaceExists()) {
      started.complete(null);
      return jittered(options.pollInterval());
    }
    if (member.isEmpty()) {
      member = Optional.of(new Membership(bypass, state, statistics, options, requestTimeout));
    }
    Membership membership = member.get();
    membership.join(started.isDone() ? Membership.Requests.MAYBE : Membership.Requests.NONE_YET);
    lastRenewalNanos = System.nanoTime();
    Reconciler settling = reconcile(membership);
    journal =
        Optional.of(new Journal(membership.journal(), membership.incarnation(), settling::owes));
    joined = true;
    started.complete(null);
    return Duration.ZERO;
  }

  private Reconciler reconcile(Membership membership) {
    if (reconciler.isEmpty()) {
      Reconciler created = new Reconciler(bypass, membership.journal(), state, statistics);
      reconciler = Optional.of(created);
      created.start();
    }
    reconciler.get().own(membership.incarnation());
    return reconciler.get();
  }

  /**
   * Renews before it polls: a late publication only delays the publisher, a late renewal stops the
   * application.
   */
  private Duration follow() {
    Membership membership = member.orElseThrow();
    if (retryRenewal || membership.hasNews() || isRenewalDue()) {
      renew(membership);
    }
    if (joined && System.nanoTime() - nextPollNanos >= 0) {
      nextPollNanos = System.nanoTime() + jittered(options.pollInterval()).toNanos();
      poll(membership);
    }
    return membership.views().isDraining() ? DRAIN_CHECK : untilNext();
  }

  private void poll(Membership membership) {
    membership.poll();
    if (membership.hasNews()) {
      renew(membership);
    }
  }

  private void renew(Membership membership) {
    long sent = System.nanoTime();
    Membership.Renewal renewal = membership.renew();
    switch (renewal) {
      case RENEWED -> {
        lastRenewalNanos = sent;
        retryRenewal = false;
      }
      case REFUSED -> {
        LOG.warn("This process was declared dead by a migration and registers anew");
        state.lease().giveUp();
        joined = false;
      }
      case UNKNOWN -> retryRenewal = true;
    }
  }

  private boolean isRenewalDue() {
    return System.nanoTime() - lastRenewalNanos >= options.lease().dividedBy(3).toNanos();
  }

  private Duration untilNext() {
    if (retryRenewal) {
      return DRAIN_CHECK;
    }
    long now = System.nanoTime();
    long renewal = lastRenewalNanos + options.lease().dividedBy(3).toNanos() - now;
    long poll = nextPollNanos - now;
    return Duration.ofNanos(Math.max(1_000_000, Math.min(renewal, poll)));
  }

  private boolean controlKeyspaceExists() {
    return bypass.execute(SimpleStatement.newInstance(CONTROL_TABLES)).all().size()
        == CONTROL_TABLE_COUNT;
  }

  /** ±20 %, so that a fleet that was started together does not ask together. */
  private static Duration jittered(Duration duration) {
    long millis = duration.toMillis();
    long fifth = Math.max(1, millis / 5);
    return Duration.ofMillis(millis + ThreadLocalRandom.current().nextLong(-fifth, fifth + 1));
  }
}
