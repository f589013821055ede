package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.MigrationState;
import dev.rekey.cql.route.ReadPlan;
import dev.rekey.interceptor.Statistics.Count;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;

/**
 * Sampled reads of the application, answered once more by both tables and compared, after the
 * application has its answer and never at its cost: what cannot be asked soon is dropped.
 *
 * <p>Reads are compared while both tables should be equal: in phase DUAL from the verification on,
 * in phase DUAL_READ_TARGET always.
 *
 * <p>The comparisons happen on one thread of their own, which is the only one to touch the queue.
 */
final class ShadowReads {
  private static final int MAX_HELD = 64;
  private static final int MAX_RUNNING = 2;

  private final FleetState fleet;
  private final Statistics statistics;
  private final Answers answers;
  private final Rules rules;
  private final DoubleSupplier random;
  private final ScheduledExecutorService thread = Threads.single("rekey-shadow-reads");
  private final AtomicInteger held = new AtomicInteger();

  // Only touched by the thread.
  private final Queue<ShadowRead> waiting = new ArrayDeque<>();
  private int running;

  /** How one of the tables is asked for the first page. */
  @FunctionalInterface
  interface Answers {
    CompletionStage<ShadowAnswer> of(Leg leg, Call call, ReadPlan plan);
  }

  /**
   * What is sampled and when a difference counts.
   *
   * @param rate the part of reads that is compared
   * @param pause the shortest time between two looks at a difference; never shorter than the
   *     migration's max-lag in production
   * @param looks how often a difference is looked at before it is given up as unresolved; with 1
   *     the first look counts, which mistakes every write under way for a difference
   */
  record Rules(double rate, Duration pause, int looks) {
    /** Two looks must agree, so five leave room for rows that are being written. */
    static Rules of(RekeyOptions options) {
      return new Rules(options.shadowReads(), options.followTimeout(), 5);
    }
  }

  ShadowReads(FleetState fleet, Statistics statistics, Answers answers, Rules rules) {
    this(fleet, statistics, answers, rules, () -> ThreadLocalRandom.current().nextDouble());
  }

  ShadowReads(
      FleetState fleet,
      Statistics statistics,
      Answers answers,
      Rules rules,
      DoubleSupplier random) {
    this.fleet = fleet;
    this.statistics = statistics;
    this.answers = answers;
    this.rules = rules;
    this.random = random;
  }

  /** Gives the answer back as it is. */
  CompletionStage<AsyncResultSet> watch(
      Call call, ReadPlan plan, CompletionStage<AsyncResultSet> answer) {
    if (rules.rate() > 0 && random.getAsDouble() < rules.rate() && isComparable(call, plan)) {
      answer.whenComplete(
          (rows, error) -> {
            if (error == null) {
              offer(call, plan);
            }
          });
    }
    return answer;
  }

  void stop() {
    thread.shutdownNow();
  }

  private boolean isComparable(Call call, ReadPlan plan) {
    Optional<LiveMigration> live = call.view().migration(plan.mapping().migration());
    return live.isPresent()
        && call.statement().getPagingState() == null
        && !isSerial(call)
        && shouldBeEqual(live.get());
  }

  private static boolean isSerial(Call call) {
    ConsistencyLevel level = ShadowRead.consistency(call);
    return level.isSerial();
  }

  private boolean shouldBeEqual(LiveMigration live) {
    return switch (live.phase()) {
      case DUAL -> fleet.progress(live.name()).state() == MigrationState.VERIFIED;
      case DUAL_READ_TARGET -> true;
      case SOURCE, DUAL_STRICT, DUAL_READ_TARGET_STRICT, TARGET -> false;
    };
  }

  private void offer(Call call, ReadPlan plan) {
    String migration = plan.mapping().migration();
    if (held.incrementAndGet() > MAX_HELD) {
      held.decrementAndGet();
      statistics.add(migration, Count.SHADOW_DROPPED);
      return;
    }
    ShadowRead read = new ShadowRead(call, plan, answers, rules.looks());
    try {
      thread.execute(
          () -> {
            waiting.add(read);
            next();
          });
    } catch (RejectedExecutionException e) {
      held.decrementAndGet();
    }
  }

  private void next() {
    while (running < MAX_RUNNING && !waiting.isEmpty()) {
      look(waiting.remove());
    }
  }

  /** Under the gate of its epoch, so that no table is read after the fleet has moved on. */
  private void look(ShadowRead read) {
    Optional<EpochGate> gate = enter(read);
    if (gate.isEmpty()) {
      held.decrementAndGet();
      return;
    }
    running++;
    read.look()
        .whenComplete(
            (outcome, error) -> {
              gate.get().leave();
              if (!thread.isShutdown()) {
                runOnThread(() -> looked(read, error == null ? outcome : read.failed()));
              }
            });
  }

  private void runOnThread(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      // The session is being closed, and nobody asks for the counts any more.
    }
  }

  private Optional<EpochGate> enter(ShadowRead read) {
    String name = read.migration();
    FleetView now = fleet.view();
    Optional<EpochGate> begun = fleet.gate(read.view(), name);
    if (!fleet.lease().isValid() || begun.isEmpty() || !begun.equals(fleet.gate(now, name))) {
      return Optional.empty();
    }
    begun.get().enter();
    if (fleet.view() == now) {
      return begun;
    }
    begun.get().leave();
    return Optional.empty();
  }

  private void looked(ShadowRead read, ShadowRead.Outcome outcome) {
    running--;
    switch (outcome) {
      case LOOK_AGAIN ->
          thread.schedule(
              () -> {
                waiting.add(read);
                next();
              },
              pause(read).toMillis(),
              TimeUnit.MILLISECONDS);
      case EQUAL -> ended(read, Count.SHADOW_COMPARED);
      case DIFFERENT -> ended(read, Count.SHADOW_MISMATCHED);
      case UNRESOLVED -> ended(read, Count.SHADOW_UNRESOLVED);
      case NOT_COMPARABLE -> held.decrementAndGet();
    }
    next();
  }

  /** Longer than a write may be under way to one of the tables, or owed to it. */
  private Duration pause(ShadowRead read) {
    Duration lag = fleet.progress(read.migration()).maxLag();
    Duration longer = lag.compareTo(rules.pause()) > 0 ? lag : rules.pause();
    return longer.plus(longer.dividedBy(10));
  }

  private void ended(ShadowRead read, Count count) {
    held.decrementAndGet();
    statistics.shadowed(read.migration(), QueryId.of(read.text()), count, read.difference());
  }
}
