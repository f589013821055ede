package dev.rekey.control;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.rekey.core.state.Leg;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The mirror journal. Entries are written at QUORUM before a write is acknowledged without both of
 * its legs, and deleted one by one, by full key, after their replay succeeded.
 */
public final class JournalStore {
  /** A minute is forgotten only when no entry can still arrive in it. */
  static final Duration MINUTE_KEPT = Duration.ofMinutes(10);

  private static final int TIME_BASED = 1;
  private static final long INTENT_SECONDS = 10;
  private static final String OPEN_MINUTE =
      "INSERT INTO rekey.journal_minute (migration, incarnation, minute) VALUES (?, ?, ?)";
  private static final String CLOSE_MINUTE =
      "DELETE FROM rekey.journal_minute WHERE migration = ? AND incarnation = ? AND minute = ?";
  private static final String MINUTES =
      "SELECT incarnation, minute FROM rekey.journal_minute WHERE migration = ?";
  private static final String INSERT =
      "INSERT INTO rekey.mirror_journal (migration, incarnation, minute, id, owed, source_cql,"
          + " source_values, target_cql, target_values, source_ttl_index, target_ttl_index,"
          + " write_micros, expires_at, source_key, attempts)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)";
  private static final String DELETE =
      "DELETE FROM rekey.mirror_journal"
          + " WHERE migration = ? AND incarnation = ? AND minute = ? AND id = ?";
  private static final String SETTLE =
      "UPDATE rekey.mirror_journal SET owed = owed - ?, %s_cql = null, %s_values = null,"
          + " %s_ttl_index = null"
          + " WHERE migration = ? AND incarnation = ? AND minute = ? AND id = ?";
  private static final String NOTE =
      "UPDATE rekey.mirror_journal SET attempts = ?, last_error = ?"
          + " WHERE migration = ? AND incarnation = ? AND minute = ? AND id = ?";
  private static final String ENTRIES =
      "SELECT * FROM rekey.mirror_journal"
          + " WHERE migration = ? AND incarnation = ? AND minute = ?";
  private static final String ENTRIES_AFTER = ENTRIES + " AND id > ?";
  private static final String ENTRY = ENTRIES + " AND id = ?";

  private final ControlStatements statements;
  private final Set<Minute> opened = ConcurrentHashMap.newKeySet();

  /** One partition of the journal. */
  public record Minute(String migration, UUID incarnation, Instant start) {}

  /** Prepares every statement, so that recording never has to wait for a PREPARE. */
  public JournalStore(CqlSession session) {
    this.statements = new ControlStatements(session);
    statements.prepare(OPEN_MINUTE);
    statements.prepare(INSERT);
    statements.prepare(DELETE);
  }

  /** A key for a new entry written now. */
  public static JournalEntry.Key newKey(String migration, UUID incarnation, Instant now) {
    return new JournalEntry.Key(
        migration, incarnation, now.truncatedTo(ChronoUnit.MINUTES), Uuids.timeBased());
  }

  /**
   * A key for an entry that will almost always be deleted at once. The partitions of such entries
   * are short, so that none becomes full of tombstones.
   */
  public static JournalEntry.Key newIntentKey(String migration, UUID incarnation, Instant now) {
    long seconds = now.getEpochSecond() / INTENT_SECONDS * INTENT_SECONDS;
    return new JournalEntry.Key(
        migration, incarnation, Instant.ofEpochSecond(seconds), Uuids.timeBased());
  }

  /**
   * Writes an entry durably: first the index of its minute, then the entry. Complete only when both
   * are at QUORUM; a failure means that the entry must be taken as not written.
   */
  public CompletionStage<Void> record(JournalEntry entry) {
    JournalEntry.Key key = entry.key();
    Minute minute = new Minute(key.migration(), key.incarnation(), key.minute());
    return open(minute).thenCompose(ignored -> insert(entry));
  }

  /** Deletes one entry; only after its replay succeeded. */
  public CompletionStage<Void> delete(JournalEntry.Key key) {
    return statements
        .executeAsync(DELETE, key.migration(), key.incarnation(), key.minute(), key.id())
        .thenApply(rows -> null);
  }

  /**
   * Owes an entry to one table only from now on, after it reached the other: what one table refuses
   * for good must not count as owed to the other. The entry's place and timestamp stay.
   */
  public void settle(JournalEntry entry, Leg written) {
    JournalEntry.Key key = entry.key();
    String side = written.name().toLowerCase(Locale.ROOT);
    statements.execute(
        SETTLE.formatted(side, side, side),
        Set.of(side),
        key.migration(),
        key.incarnation(),
        key.minute(),
        key.id());
  }

  /** Notes a failed attempt to replay an entry. */
  public void note(JournalEntry entry, String error) {
    JournalEntry.Key key = entry.key();
    statements.execute(
        NOTE,
        entry.attempts() + 1,
        error,
        key.migration(),
        key.incarnation(),
        key.minute(),
        key.id());
  }

  /** The partitions that may hold entries, of every instance. */
  public List<Minute> minutes(String migration) {
    List<Minute> minutes = new ArrayList<>();
    for (Row row : statements.execute(MINUTES, migration)) {
      minutes.add(new Minute(migration, row.getUuid("incarnation"), row.getInstant("minute")));
    }
    return List.copyOf(minutes);
  }

  /** Up to {@code limit} entries of a partition, oldest first. */
  public List<JournalEntry> entries(Minute minute, int limit) {
    return entries(minute, Optional.empty(), limit);
  }

  /** Up to {@code limit} entries of a partition behind one of them, oldest first. */
  public List<JournalEntry> entries(Minute minute, Optional<UUID> after, int limit) {
    return entries(minute, after, limit, Set.of(Leg.values()));
  }

  /** The entry of that id, in whichever minute it is; read at QUORUM. */
  public Optional<JournalEntry> find(String migration, UUID id) {
    if (id.version() != TIME_BASED) {
      return Optional.empty();
    }
    for (Minute minute : minutes(migration)) {
      Row row =
          statements.execute(ENTRY, migration, minute.incarnation(), minute.start(), id).one();
      if (row != null && !row.isNull("owed")) {
        return Optional.of(read(row));
      }
    }
    return Optional.empty();
  }

  /**
   * Up to {@code limit} entries that are owed to one of the tables. Rows count only after they were
   * looked at: a note on an entry that another deleted meanwhile leaves a row that is no entry, and
   * must not hide those behind it.
   */
  private List<JournalEntry> entries(
      Minute minute, Optional<UUID> after, int limit, Set<Leg> legs) {
    List<JournalEntry> entries = new ArrayList<>();
    if (limit <= 0) {
      return entries;
    }
    for (Row row : rows(minute, after)) {
      if (row.isNull("owed")) {
        continue;
      }
      JournalEntry entry = read(row);
      if (!Collections.disjoint(entry.owed().keySet(), legs)) {
        entries.add(entry);
      }
      if (entries.size() >= limit) {
        break;
      }
    }
    return List.copyOf(entries);
  }

  private ResultSet rows(Minute minute, Optional<UUID> after) {
    return after.isPresent()
        ? statements.execute(
            ENTRIES_AFTER, minute.migration(), minute.incarnation(), minute.start(), after.get())
        : statements.execute(ENTRIES, minute.migration(), minute.incarnation(), minute.start());
  }

  /** How many entries are open, counting up to {@code limit}; read at QUORUM. */
  public int open(String migration, int limit) {
    return open(migration, limit, Set.of(Leg.values()));
  }

  /** How many entries are owed to one table, counting up to {@code limit}; read at QUORUM. */
  public int open(String migration, Leg leg, int limit) {
    return open(migration, limit, Set.of(leg));
  }

  private int open(String migration, int limit, Set<Leg> legs) {
    int open = 0;
    for (Minute minute : minutes(migration)) {
      open += entries(minute, Optional.empty(), limit - open, legs).size();
      if (open >= limit) {
        return open;
      }
    }
    return open;
  }

  /**
   * Forgets a partition that was found empty; does nothing while an entry can still arrive in it.
   *
   * @return whether it was forgotten
   */
  public boolean forget(Minute minute, Instant now) {
    if (minute.start().plus(MINUTE_KEPT).isAfter(now)) {
      return false;
    }
    opened.remove(minute);
    statements.execute(CLOSE_MINUTE, minute.migration(), minute.incarnation(), minute.start());
    return true;
  }

  private CompletionStage<Void> open(Minute minute) {
    if (opened.contains(minute)) {
      return CompletableFuture.completedFuture(null);
    }
    return statements
        .executeAsync(OPEN_MINUTE, minute.migration(), minute.incarnation(), minute.start())
        .thenAccept(rows -> opened.add(minute));
  }

  private CompletionStage<Void> insert(JournalEntry entry) {
    JournalEntry.Key key = entry.key();
    Optional<OwedWrite> source = Optional.ofNullable(entry.owed().get(Leg.SOURCE));
    Optional<OwedWrite> target = Optional.ofNullable(entry.owed().get(Leg.TARGET));
    Set<String> owed = new HashSet<>();
    entry.owed().keySet().forEach(leg -> owed.add(leg.name().toLowerCase(Locale.ROOT)));
    return statements
        .insertAsync(
            INSERT,
            key.migration(),
            key.incarnation(),
            key.minute(),
            key.id(),
            owed,
            source.map(OwedWrite::cql).orElse(null),
            source.map(OwedWrite::encodedValues).orElse(null),
            target.map(OwedWrite::cql).orElse(null),
            target.map(OwedWrite::encodedValues).orElse(null),
            ttlIndex(source),
            ttlIndex(target),
            entry.writeMicros(),
            entry.expiresAt().orElse(null),
            entry.sourceKey())
        .thenApply(rows -> null);
  }

  private static Integer ttlIndex(Optional<OwedWrite> write) {
    return write
        .filter(w -> w.ttlIndex().isPresent())
        .map(w -> w.ttlIndex().getAsInt())
        .orElse(null);
  }

  private static OptionalInt optionalInt(Row row, String column) {
    return row.isNull(column) ? OptionalInt.empty() : OptionalInt.of(row.getInt(column));
  }

  private static JournalEntry read(Row row) {
    Map<Leg, OwedWrite> owed = new EnumMap<>(Leg.class);
    for (Leg leg : Leg.values()) {
      String side = leg.name().toLowerCase(Locale.ROOT);
      ByteBuffer values = row.getByteBuffer(side + "_values");
      OwedWrite.decode(row.getString(side + "_cql"), values, optionalInt(row, side + "_ttl_index"))
          .ifPresent(write -> owed.put(leg, write));
    }
    return new JournalEntry(
        new JournalEntry.Key(
            row.getString("migration"),
            row.getUuid("incarnation"),
            row.getInstant("minute"),
            row.getUuid("id")),
        owed,
        row.getLong("write_micros"),
        Optional.ofNullable(row.getInstant("expires_at")),
        row.getString("source_key"),
        row.getInt("attempts"),
        Optional.ofNullable(row.getString("last_error")));
  }
}
