package dev.rekey.control;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.state.Leg;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replays journal entries at QUORUM with their own timestamp, so that replaying one twice, or late,
 * or beside newer writes, changes nothing that is newer.
 *
 * <p>What expires is written with what is left of its life. If nothing is left it is written with
 * one second, because skipping it would uncover an older value, and the entry is deleted only after
 * that second has surely passed.
 *
 * <p>A row that is to be copied from the other table waits until the write that is taken back is
 * older than the migration's greatest lag, so that nothing as old as it is still under way.
 *
 * <p>The session must reach the tables directly: an interceptor must let these statements pass.
 */
public final class JournalReplayer {
  private static final Logger LOG = LoggerFactory.getLogger(JournalReplayer.class);
  private static final int PAGE = 500;
  private static final int PAGES_PER_MINUTE = 200;

  /** What failures may cost before a pass ends: a refusal is quick, a time-out is not. */
  private static final int PATIENCE = 100;

  private static final int COST_OF_REFUSAL = 1;
  private static final int COST_OF_SILENCE = 10;
  private static final Duration EXPIRY_WAIT = Duration.ofMillis(2_100);

  private final CqlSession session;
  private final JournalStore journal;
  private final InstantSource clock;
  private final Predicate<UUID> underWay;
  private final MigrationStore migrations;
  private final MappingStore mappings;
  private final Map<String, MigrationRecord> copied = new ConcurrentHashMap<>();
  private final Map<String, KeyMapping> copiedBy = new ConcurrentHashMap<>();
  private final Map<String, StateCopy> copies = new ConcurrentHashMap<>();
  private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();
  private final Map<String, Place> places = new ConcurrentHashMap<>();

  /** Where a pass lost its patience: the next one begins behind it, so that nothing is hidden. */
  private record Place(JournalStore.Minute minute, UUID after) {}

  public JournalReplayer(CqlSession session, JournalStore journal, InstantSource clock) {
    this(session, journal, clock, id -> false);
  }

  /**
   * A replayer of a process that writes entries itself.
   *
   * @param underWay by id of an entry whether what it is about may not have ended; it is left alone
   */
  public JournalReplayer(
      CqlSession session, JournalStore journal, InstantSource clock, Predicate<UUID> underWay) {
    this.session = session;
    this.journal = journal;
    this.clock = clock;
    this.underWay = underWay;
    this.migrations = new MigrationStore(session);
    this.mappings = new MappingStore(session);
  }

  /**
   * What a pass did.
   *
   * @param replayed entries that reached their tables and were deleted
   * @param failed entries that stay: their last error is stored with them, or they are too young
   */
  public record Result(int replayed, int failed) {}

  /**
   * Replays the entries of the instances that {@code ours} accepts, once each. A pass that meets
   * too many failures ends early, and the next one goes on behind them: entries that are refused
   * for good delay those behind them, but never keep them from being replayed.
   *
   * @param ours by incarnation: a live instance replays its own, the orchestrator those of the dead
   */
  public Result replay(String migration, Predicate<UUID> ours) {
    Optional<Place> begin = Optional.ofNullable(places.remove(migration));
    Pass pass = new Pass();
    for (JournalStore.Minute minute : minutes(migration, ours, begin)) {
      Optional<UUID> after = begin.filter(place -> place.minute().equals(minute)).map(Place::after);
      Optional<UUID> stopped = pass.replay(minute, after);
      if (stopped.isPresent()) {
        places.put(migration, new Place(minute, stopped.get()));
        break;
      }
    }
    boolean reachedTheEnd = begin.isPresent() && pass.replayed + pass.failed == 0;
    // "Nothing" must mean that the journal is empty, not that its end was reached.
    return reachedTheEnd ? replay(migration, ours) : new Result(pass.replayed, pass.failed);
  }

  /** In the order of the journal, but for those before the place where the last pass ended. */
  private List<JournalStore.Minute> minutes(
      String migration, Predicate<UUID> ours, Optional<Place> begin) {
    List<JournalStore.Minute> minutes = new ArrayList<>(journal.minutes(migration));
    minutes.removeIf(minute -> !ours.test(minute.incarnation()));
    int first = begin.map(place -> minutes.indexOf(place.minute())).orElse(0);
    Collections.rotate(minutes, -Math.max(0, first));
    return minutes;
  }

  /** One look at each entry, until the patience is used up. */
  private final class Pass {
    private int replayed;
    private int failed;
    private int cost;

    /** Returns the entry behind which the next pass must begin, if this one has to end. */
    Optional<UUID> replay(JournalStore.Minute minute, Optional<UUID> begin) {
      Optional<UUID> after = begin;
      for (int page = 0; page < PAGES_PER_MINUTE; page++) {
        List<JournalEntry> entries = journal.entries(minute, after, PAGE);
        if (entries.isEmpty() && after.isEmpty()) {
          journal.forget(minute, clock.instant());
        }
        Optional<UUID> stopped = replay(entries);
        if (stopped.isPresent() || entries.size() < PAGE) {
          return stopped;
        }
        after = Optional.of(entries.get(entries.size() - 1).key().id());
      }
      return after;
    }

    private Optional<UUID> replay(List<JournalEntry> entries) {
      List<JournalEntry> expired = new ArrayList<>();
      Optional<UUID> stopped = Optional.empty();
      for (JournalEntry entry : entries) {
        Optional<Long> secondsLeft = entry.expiresAt().map(JournalReplayer.this::secondsUntil);
        try {
          if (isTooYoung(entry)) {
            failed++;
            continue;
          }
          replayLegs(entry, secondsLeft);
          if (secondsLeft.filter(seconds -> seconds < 1).isPresent()) {
            expired.add(entry);
          } else {
            delete(entry);
          }
          replayed++;
        } catch (DriverException | IllegalStateException e) {
          fail(entry, e);
          if (cost >= PATIENCE) {
            stopped = Optional.of(entry.key().id());
            break;
          }
        }
      }
      deleteAfterExpiry(expired);
      return stopped;
    }

    private void fail(JournalEntry entry, RuntimeException error) {
      failed++;
      boolean quick =
          error instanceof QueryValidationException || error instanceof IllegalStateException;
      cost += quick ? COST_OF_REFUSAL : COST_OF_SILENCE;
      // Warned of once: the entry itself keeps the latest error, and passes may come every second.
      if (entry.attempts() == 0) {
        LOG.warn(
            "Cannot replay journal entry {} of {}: {}",
            entry.key().id(),
            entry.sourceKey(),
            error.toString());
      }
      journal.note(entry, error.toString());
    }
  }

  /**
   * Both tables get their chance: one that refuses its part for good must not keep the other's from
   * it, and what the other took is no longer owed to it.
   */
  private void replayLegs(JournalEntry entry, Optional<Long> secondsLeft) {
    List<Leg> written = new ArrayList<>();
    Optional<RuntimeException> failure = Optional.empty();
    for (Map.Entry<Leg, OwedWrite> write : entry.owed().entrySet()) {
      try {
        replay(entry, write.getKey(), write.getValue(), secondsLeft);
        written.add(write.getKey());
      } catch (DriverException | IllegalStateException e) {
        failure = Optional.of(e);
      }
    }
    if (failure.isPresent()) {
      boolean expired = secondsLeft.filter(seconds -> seconds < 1).isPresent();
      if (!expired) {
        written.forEach(leg -> journal.settle(entry, leg));
      }
      throw failure.get();
    }
  }

  private void replay(JournalEntry entry, Leg leg, OwedWrite write, Optional<Long> secondsLeft) {
    if (write.isCopy()) {
      copy(entry, leg, write);
    } else if (write.isOpening() || write.isInEveryBucket()) {
      throughIndex(entry, write);
    } else {
      session.execute(bind(write, entry.writeMicros(), secondsLeft));
    }
  }

  private void throughIndex(JournalEntry entry, OwedWrite write) {
    KeyMapping mapping = mappings.load(migration(entry));
    BucketStore buckets = new BucketStore(session, mapping);
    if (write.isOpening()) {
      BucketStore.await(buckets.open(write.opened(mapping.source().partitionKey().size())));
    } else {
      BucketStore.await(buckets.delete(write.partition(), write.listed(), entry.writeMicros()));
    }
  }

  private void copy(JournalEntry entry, Leg leg, OwedWrite write) {
    StateCopy copy =
        copies.computeIfAbsent(
            entry.key().migration(), name -> new StateCopy(session, mapping(entry)));
    StateCopy.Outcome outcome;
    try {
      outcome = copy.run(ruling(entry, leg, write)).toCompletableFuture().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
    if (outcome == StateCopy.Outcome.UNSETTLED && write.isDecided()) {
      throw new IllegalStateException(
          "Cannot settle the row yet: a younger write of it may still be on its way");
    }
  }

  /**
   * A write that is taken back touches nothing newer than itself. Of a write that was decided
   * elsewhere everything counts that is too old to be on its way still.
   */
  private Ruling ruling(JournalEntry entry, Leg leg, OwedWrite write) {
    KeyMapping mapping = mapping(entry);
    long settled =
        TimeUnit.MILLISECONDS.toMicros(
            clock.instant().minus(migration(entry).settings().maxLag()).toEpochMilli());
    Set<String> columns = new HashSet<>();
    mapping.source().regulars().forEach(column -> columns.add(column.name()));
    long known = entry.writeMicros();
    Proof proof =
        write.isDecided() && known > 0
            ? Proof.none().andWritten(columns, known).andRow(known)
            : Proof.none();
    boolean inserts = migration(entry).settings().rowMarker() == RowMarker.INSERT;
    return new Ruling(
        leg.other(),
        write.copiedKey(),
        columns,
        known,
        write.isDecided() ? settled : known,
        proof,
        Ruling.Marker.of(
            inserts ? Ruling.Marker.Policy.OF_NEW_ROWS : Ruling.Marker.Policy.WHERE_NEEDED),
        write.isDecided() ? Ruling.Look.SERIAL : Ruling.Look.QUORUM);
  }

  private KeyMapping mapping(JournalEntry entry) {
    return copiedBy.computeIfAbsent(
        entry.key().migration(),
        name -> {
          KeyMapping mapping = mappings.load(migration(entry));
          if (!mapping.source().statics().isEmpty()) {
            throw new IllegalStateException(
                "Cannot copy a row of %s: it has static columns; write the row again"
                    .formatted(name));
          }
          return mapping;
        });
  }

  private boolean isTooYoung(JournalEntry entry) {
    if (underWay.test(entry.key().id())) {
      return true;
    }
    if (entry.owed().values().stream().noneMatch(OwedWrite::isCopy)) {
      return false;
    }
    Instant written = Instant.ofEpochMilli(Uuids.unixTimestamp(entry.key().id()));
    return written.plus(migration(entry).settings().maxLag()).isAfter(clock.instant());
  }

  /** What is read of it here never changes: its mapping and its settings. */
  private MigrationRecord migration(JournalEntry entry) {
    return copied.computeIfAbsent(
        entry.key().migration(),
        name ->
            migrations
                .find(name)
                .orElseThrow(
                    () ->
                        new IllegalStateException(
                            "Cannot copy a row: there is no migration %s".formatted(name))));
  }

  private void delete(JournalEntry entry) {
    try {
      journal.delete(entry.key()).toCompletableFuture().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof DriverException cause ? cause : e;
    }
  }

  private void deleteAfterExpiry(List<JournalEntry> expired) {
    if (expired.isEmpty()) {
      return;
    }
    long deadline = System.nanoTime() + EXPIRY_WAIT.toNanos();
    while (System.nanoTime() < deadline) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      LockSupport.parkNanos(deadline - System.nanoTime());
    }
    for (JournalEntry entry : expired) {
      delete(entry);
    }
  }

  private long secondsUntil(Instant end) {
    return end.getEpochSecond() - clock.instant().getEpochSecond();
  }

  private BoundStatement bind(OwedWrite write, long micros, Optional<Long> secondsLeft) {
    PreparedStatement statement = prepared.computeIfAbsent(write.cql(), session::prepare);
    BoundStatement bound = statement.bind();
    for (int i = 0; i < write.values().size(); i++) {
      OwedWrite.Value value = write.values().get(i);
      if (value instanceof OwedWrite.Bytes bytes) {
        bound = bound.setBytesUnsafe(i, bytes.bytes());
      } else if (value instanceof OwedWrite.Null) {
        bound = bound.setToNull(i);
      } else {
        bound = bound.unset(i);
      }
    }
    if (secondsLeft.isPresent() && write.ttlIndex().isPresent()) {
      bound = bound.setInt(write.ttlIndex().getAsInt(), (int) Math.max(1, secondsLeft.get()));
    }
    return bound
        .setQueryTimestamp(micros)
        .setConsistencyLevel(QUORUM)
        .setTimeout(ControlStatements.TIMEOUT)
        .setIdempotent(true);
  }
}
