package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this process in the fleet: joins, renews its lease three times per lease, follows
 * publications, and acknowledges an epoch as soon as nothing runs under an older one.
 *
 * <p>Everything here happens on one thread of its own; requests only read {@link FleetState}.
 */
final class Fleet implements Standing {
  private static final Logger LOG = LoggerFactory.getLogger(Fleet.class);
  private static final int JOIN_ATTEMPTS = 10;
  private static final Duration DRAIN_CHECK = Duration.ofMillis(10);

  /** Creating the control keyspace takes a few seconds; a node may learn of its tables later. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final RekeyOptions options;
  private final CqlSession bypass;
  private final Statistics statistics;
  private final FleetState state;
  private final Consumer<FleetView> looked;
  private final Duration requestTimeout;
  private final ScheduledExecutorService thread = Threads.single("rekey-fleet");
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final AtomicBoolean leaving = new AtomicBoolean();
  private final CompletableFuture<Void> gone = new CompletableFuture<>();
  private final OpenIntents intents = new OpenIntents();

  // Only touched by the fleet's own thread.
  private Optional<Membership> member = Optional.empty();
  private int failedJoins;
  private boolean joined;
  private long lastRenewalNanos;
  private long nextPollNanos;
  private boolean retryRenewal;
  private final Complaints complaints;

  // Guarded by this: what waits for the next look.
  private Optional<CompletableFuture<Void>> nextLook = Optional.empty();

  private volatile boolean known;
  private volatile Optional<Journal> journal = Optional.empty();
  private volatile Optional<Reconciler> reconciler = Optional.empty();

  /**
   * @param looked told the phases after every look at them
   */
  Fleet(
      RekeyOptions options,
      CqlSession bypass,
      FleetState state,
      Statistics statistics,
      Consumer<FleetView> looked) {
    this.options = options;
    this.bypass = bypass;
    this.looked = looked;
    this.statistics = statistics;
    this.state = state;
    this.requestTimeout = RequestTimeouts.longest(bypass.getContext().getConfig(), options.lease());
    this.complaints =
        new Complaints(
            options.lease(),
            PATIENCE,
            System::nanoTime,
            problem -> LOG.warn("Cannot follow the control keyspace: {}", problem),
            problem -> LOG.debug("The control keyspace is not complete yet: {}", problem));
  }

  @Override
  public FleetState state() {
    return state;
  }

  /** Only asked for by requests that run under a published phase, so it is there. */
  Journal journal() {
    return journal.orElseThrow(
        () -> new IllegalStateException("Cannot journal: this process has not joined the fleet"));
  }

  @Override
  public Duration longestRequest() {
    return requestTimeout;
  }

  @Override
  public boolean isKnown() {
    return known;
  }

  @Override
  public synchronized CompletionStage<Void> look() {
    if (nextLook.isEmpty()) {
      CompletableFuture<Void> look = new CompletableFuture<>();
      try {
        thread.execute(this::lookNow);
      } catch (RejectedExecutionException e) {
        return CompletableFuture.failedFuture(e);
      }
      nextLook = Optional.of(look);
    }
    return nextLook.get();
  }

  private synchronized CompletableFuture<Void> takeLook() {
    CompletableFuture<Void> look = nextLook.orElseThrow();
    nextLook = Optional.empty();
    return look;
  }

  /** What waits goes on elsewhere: the application's own code must not hold up this thread. */
  private void lookNow() {
    CompletableFuture<Void> look = takeLook();
    try {
      member.orElseThrow().poll();
      look.completeAsync(() -> null);
    } catch (RuntimeException e) {
      look.completeAsync(
          () -> {
            throw new CompletionException(Errors.unwrap(e));
          });
    }
  }

  /** Complete when this process has joined, or when there is no control keyspace yet. */
  CompletionStage<Void> start() {
    thread.execute(this::step);
    return started;
  }

  /** Waits for what is in flight, then closes the registry row, once. Never fails. */
  CompletionStage<Void> leave() {
    if (!leaving.compareAndSet(false, true)) {
      return gone; // Applications close twice, and the driver lets them.
    }
    known = false; // What is still under way on other tables must not meet the end of the lease.
    long deadline = System.nanoTime() + requestTimeout.multipliedBy(2).toNanos();
    try {
      thread.execute(() -> leave(deadline));
    } catch (RejectedExecutionException e) {
      gone.complete(null); // It was abandoned before.
    }
    return gone;
  }

  /** Whoever waits for a departure that was under way waits no longer. */
  void abandon() {
    reconciler.ifPresent(Reconciler::stop);
    thread.shutdownNow();
    gone.complete(null);
  }

  private void leave(long deadlineNanos) {
    Departure departure = new Departure(this::isIdle, state.lease(), this::closeRow);
    boolean busy = departure.attempt() == Departure.Attempt.BUSY;
    if (busy && System.nanoTime() - deadlineNanos < 0) {
      thread.schedule(() -> leave(deadlineNanos), DRAIN_CHECK.toMillis(), TimeUnit.MILLISECONDS);
      return;
    }
    if (busy) {
      LOG.warn("Requests are still under way: this process leaves the fleet as after a crash");
    }
    state.lease().giveUp();
    abandon();
  }

  private void closeRow() {
    try {
      if (joined) {
        member.ifPresent(Membership::close);
      }
    } catch (RuntimeException e) {
      LOG.warn("Cannot close the row of this process in the fleet registry: {}", e.toString());
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
      pause = failed(Errors.unwrap(e));
    }
    if (!thread.isShutdown()) {
      thread.schedule(this::step, pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private Duration failed(Throwable error) {
    boolean unfinished = !known && error instanceof InvalidQueryException;
    if (unfinished) {
      complaints.aboutUnfinished(error.toString());
    } else {
      complaints.about(error.toString());
    }
    boolean given = unfinished ? complaints.isOutOfPatience() : ++failedJoins >= JOIN_ATTEMPTS;
    if (!joined && !started.isDone() && given) {
      started.completeExceptionally(
          new IllegalStateException(
              "Cannot join the fleet: the control keyspace exists and could not be used (%s); without knowing the phases no statement is safe"
                  .formatted(error.toString()),
              error));
    }
    return options.pollInterval();
  }

  private Duration join() {
    Installation found = Installation.of(bypass);
    if (found != Installation.COMPLETE) {
      if (found == Installation.UNFINISHED) {
        complaints.aboutUnfinished("some of its tables do not exist");
      }
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
        Optional.of(
            new Journal(membership.journal(), membership.incarnation(), settling::owes, intents));
    joined = true;
    known = true;
    complaints.finished();
    started.complete(null);
    return Duration.ZERO;
  }

  private Reconciler reconcile(Membership membership) {
    if (reconciler.isEmpty()) {
      Reconciler created = new Reconciler(bypass, membership.journal(), state, statistics, intents);
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
    looked.accept(state.view());
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

  /** ±20 %, so that a fleet that was started together does not ask together. */
  private static Duration jittered(Duration duration) {
    long millis = duration.toMillis();
    long fifth = Math.max(1, millis / 5);
    return Duration.ofMillis(millis + ThreadLocalRandom.current().nextLong(-fifth, fifth + 1));
  }
}
