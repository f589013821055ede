package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.JournalReplayer;
import dev.rekey.control.JournalStore;
import dev.rekey.interceptor.Statistics.Count;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles the journal entries of this process, one pass at a time, soon after they were written and
 * then less and less often while the table cannot be written.
 */
final class Reconciler {
  private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
  private static final Duration SOONEST = Duration.ofMillis(500);
  private static final Duration LATEST = Duration.ofSeconds(30);

  private final JournalReplayer replayer;
  private final FleetState state;
  private final Statistics statistics;
  private final Set<UUID> ours = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService thread = Threads.single("rekey-reconciler");
  private final Map<String, AtomicLong> attempts = new ConcurrentHashMap<>();
  private final Map<String, Long> settledAttempts = new ConcurrentHashMap<>();
  private Duration pause = SOONEST;
  private long lastIdlePassNanos = System.nanoTime();

  Reconciler(
      CqlSession bypass,
      JournalStore journal,
      FleetState state,
      Statistics statistics,
      OpenIntents intents) {
    this.replayer = new JournalReplayer(bypass, journal, InstantSource.system(), intents::isOpen);
    this.state = state;
    this.statistics = statistics;
  }

  /** Entries written under this incarnation are replayed here from now on. */
  void own(UUID incarnation) {
    ours.add(incarnation);
  }

  /** An entry of this migration is about to be written. */
  void owes(String migration) {
    attempts.computeIfAbsent(migration, name -> new AtomicLong()).incrementAndGet();
  }

  void start() {
    next();
  }

  void stop() {
    thread.shutdownNow();
  }

  private void next() {
    if (!thread.isShutdown()) {
      thread.schedule(this::pass, pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void pass() {
    boolean failed = false;
    boolean idlePass = System.nanoTime() - lastIdlePassNanos >= LATEST.toNanos();
    if (idlePass) {
      lastIdlePassNanos = System.nanoTime();
    }
    for (LiveMigration migration : state.view().all()) {
      long begun = attempts(migration.name());
      if (idlePass || begun != settledAttempts.getOrDefault(migration.name(), 0L)) {
        failed |= replay(migration, begun);
      }
    }
    pause = failed ? longer(pause) : SOONEST;
    next();
  }

  /**
   * Settled means that a pass which began after the last attempt found nothing. An entry whose
   * writing timed out can still arrive after that; the idle pass finds it.
   */
  private boolean replay(LiveMigration migration, long begun) {
    try {
      JournalReplayer.Result result = replayer.replay(migration.name(), ours::contains);
      for (int i = 0; i < result.replayed(); i++) {
        statistics.add(migration.name(), Count.RECONCILED);
      }
      if (result.replayed() == 0 && result.failed() == 0) {
        settledAttempts.put(migration.name(), begun);
      }
      return result.failed() > 0;
    } catch (RuntimeException e) {
      if (thread.isShutdown()) {
        return true;
      }
      LOG.warn("Cannot replay the journal of {}: {}", migration.name(), e.toString());
      return true;
    }
  }

  private long attempts(String migration) {
    AtomicLong count = attempts.get(migration);
    return count == null ? 0 : count.get();
  }

  private static Duration longer(Duration pause) {
    Duration doubled = pause.multipliedBy(2);
    return doubled.compareTo(LATEST) > 0 ? LATEST : doubled;
  }
}
