package dev.rekey.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import dev.rekey.core.state.Leg;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@CassandraTest
final class JournalIT {
  private final CqlSession session;
  private final String table;
  private final JournalStore journal;
  private final UUID incarnation = UUID.randomUUID();

  JournalIT(CqlSession session, TestKeyspace keyspace) {
    this.session = session;
    this.table = keyspace.table("t");
    this.journal = new JournalStore(session);
    session.execute("CREATE TABLE IF NOT EXISTS " + table + " (k int PRIMARY KEY, a text, b text)");
  }

  @BeforeAll
  static void createKeyspace(CqlSession session) {
    ControlKeyspace.create(session);
  }

  @Test
  void aReplayCarriesTheTimestampOfTheWriteAndHurtsNothingNewer() {
    long old = micros(-60_000_000);
    execute("INSERT INTO " + table + " (k, a) VALUES (1, 'newer') USING TIMESTAMP " + micros(0));
    record("newer", write(1, "owed", "b"), old, Optional.empty());

    assertThat(replay("newer")).isEqualTo(new JournalReplayer.Result(1, 0));
    Row row = row(1);
    assertThat(row.getString("a")).isEqualTo("newer");
    assertThat(row.getString("b")).isEqualTo("b");
    assertThat(row.getLong("wb")).isEqualTo(old);
    assertThat(journal.open("newer", 10)).isZero();
  }

  @Test
  void nullDeletesUnsetLeavesAlone() {
    long now = micros(0);
    execute(
        "INSERT INTO " + table + " (k, a, b) VALUES (2, 'a', 'b') USING TIMESTAMP " + (now - 5));
    OwedWrite write =
        new OwedWrite(
            "INSERT INTO " + table + " (k, a, b) VALUES (?, ?, ?)",
            List.of(integer(2), OwedWrite.Value.NULL_VALUE, OwedWrite.Value.UNSET_VALUE),
            OptionalInt.empty());
    record("nulls", write, now, Optional.empty());
    replay("nulls");
    assertThat(row(2).isNull("a")).isTrue();
    assertThat(row(2).getString("b")).isEqualTo("b");
  }

  @Test
  void whatIsOwedLivesOnlyAsLongAsItWouldHave() {
    record("ttl", expiring(3, "short", 100), micros(0), Optional.of(Instant.now().plusSeconds(50)));
    replay("ttl");
    assertThat(row(3).getInt("ta")).isBetween(40, 50);
  }

  @Test
  void anExpiredWriteStillHidesTheOlderValue() {
    long now = micros(0);
    execute("INSERT INTO " + table + " (k, a) VALUES (4, 'older') USING TIMESTAMP " + (now - 10));
    record("expired", expiring(4, "gone", 100), now, Optional.of(Instant.now().minusSeconds(5)));
    replay("expired");
    assertThat(row(4))
        .as("a skipped replay would show the row that the expired one had replaced")
        .isNull();
    assertThat(journal.open("expired", 10)).isZero();
  }

  @Test
  void anEntryThatFailsStaysWithItsError() {
    OwedWrite broken =
        new OwedWrite(
            "INSERT INTO " + table + "_gone (k) VALUES (?)",
            List.of(integer(1)),
            OptionalInt.empty());
    record("broken", broken, micros(0), Optional.empty());
    assertThat(replay("broken")).isEqualTo(new JournalReplayer.Result(0, 1));
    JournalStore.Minute minute = journal.minutes("broken").get(0);
    JournalEntry entry = journal.entries(minute, 10).get(0);
    assertThat(entry.attempts()).isEqualTo(1);
    assertThat(entry.lastError().orElseThrow()).contains("t_gone");
    assertThat(journal.open("broken", 10)).isEqualTo(1);
    assertThat(
            new JournalReplayer(session, journal, InstantSource.system())
                .replay("broken", id -> false))
        .as("entries of others are left alone")
        .isEqualTo(new JournalReplayer.Result(0, 0));
  }

  @Test
  void entriesRefusedForGoodDoNotHideThoseBehindThem() {
    OwedWrite refused =
        new OwedWrite(
            "INSERT INTO " + table + "_gone (k) VALUES (?)",
            List.of(integer(1)),
            OptionalInt.empty());
    Instant minute = Instant.now();
    for (int i = 0; i < 520; i++) {
      store("hidden", minute, refused);
    }
    store("hidden", minute, write(6, "behind", "b"));
    assertThat(
            session
                .execute(
                    "SELECT * FROM rekey.mirror_journal WHERE migration = 'hidden' ALLOW FILTERING")
                .getExecutionInfo()
                .getWarnings())
        .as("an entry is stored without tombstones")
        .noneMatch(warning -> warning.contains("tombstone"));

    JournalReplayer replayer = new JournalReplayer(session, journal, InstantSource.system());
    int replayed = 0;
    int passes = 0;
    while (replayed == 0 && passes++ < 10) {
      replayed += replayer.replay("hidden", incarnation::equals).replayed();
    }
    assertThat(replayed).isEqualTo(1);
    assertThat(row(6).getString("a")).isEqualTo("behind");
    JournalEntry head = journal.entries(journal.minutes("hidden").get(0), 1).get(0);
    replayer.replay("hidden", incarnation::equals);
    assertThat(journal.find("hidden", head.key().id()).orElseThrow().attempts())
        .as("the head is tried again once the end was reached")
        .isEqualTo(head.attempts() + 1);
    assertThat(journal.open("hidden", 1_000)).isEqualTo(520);
  }

  @Test
  void aPassThatEndsAtTheLastEntryDoesNotCallTheJournalEmpty() {
    OwedWrite refused =
        new OwedWrite(
            "INSERT INTO " + table + "_gone (k) VALUES (?)",
            List.of(integer(1)),
            OptionalInt.empty());
    Instant minute = Instant.now();
    for (int i = 0; i < 100; i++) {
      store("exactly", minute, refused);
    }
    JournalReplayer replayer = new JournalReplayer(session, journal, InstantSource.system());
    for (int pass = 0; pass < 3; pass++) {
      assertThat(replayer.replay("exactly", incarnation::equals))
          .isEqualTo(new JournalReplayer.Result(0, 100));
    }
  }

  @Test
  void anEntryIsFoundByItsIdAlone() {
    record("find", write(7, "x", "y"), micros(0), Optional.empty());
    JournalEntry entry = journal.entries(journal.minutes("find").get(0), 1).get(0);
    assertThat(journal.find("find", entry.key().id())).contains(entry);
    assertThat(journal.find("find", UUID.randomUUID())).isEmpty();
    assertThat(journal.find("found", entry.key().id())).isEmpty();
  }

  @Test
  void aMinuteIsForgottenOnlyWhenNothingCanArriveInIt() {
    record("minutes", write(5, "x", "y"), micros(0), Optional.empty());
    JournalStore.Minute minute = journal.minutes("minutes").get(0);
    assertThat(journal.forget(minute, minute.start().plusSeconds(599))).isFalse();
    assertThat(journal.minutes("minutes")).containsExactly(minute);
    assertThat(journal.forget(minute, minute.start().plusSeconds(601))).isTrue();
    assertThat(journal.minutes("minutes")).isEmpty();
  }

  private JournalReplayer.Result replay(String migration) {
    return new JournalReplayer(session, journal, InstantSource.system())
        .replay(migration, incarnation::equals);
  }

  private void record(String migration, OwedWrite write, long micros, Optional<Instant> expiresAt) {
    JournalEntry entry =
        new JournalEntry(
            JournalStore.newKey(migration, incarnation, Instant.now()),
            Map.of(Leg.TARGET, write),
            micros,
            expiresAt,
            "k=?",
            0,
            Optional.empty());
    journal.record(entry).toCompletableFuture().join();
    assertThat(journal.entries(journal.minutes(migration).get(0), 10)).containsExactly(entry);
  }

  private void store(String migration, Instant at, OwedWrite write) {
    JournalEntry entry =
        new JournalEntry(
            JournalStore.newKey(migration, incarnation, at),
            Map.of(Leg.TARGET, write),
            micros(0),
            Optional.empty(),
            "k=?",
            0,
            Optional.empty());
    journal.record(entry).toCompletableFuture().join();
  }

  private OwedWrite write(int k, String a, String b) {
    return new OwedWrite(
        "INSERT INTO " + table + " (k, a, b) VALUES (?, ?, ?)",
        List.of(integer(k), text(a), text(b)),
        OptionalInt.empty());
  }

  private OwedWrite expiring(int k, String a, int ttl) {
    return new OwedWrite(
        "INSERT INTO " + table + " (k, a) VALUES (?, ?) USING TTL ?",
        List.of(integer(k), text(a), integer(ttl)),
        OptionalInt.of(2));
  }

  private Row row(int k) {
    return session
        .execute("SELECT a, b, writetime(b) AS wb, ttl(a) AS ta FROM " + table + " WHERE k = " + k)
        .one();
  }

  private void execute(String cql) {
    session.execute(SimpleStatement.newInstance(cql));
  }

  private static long micros(long offset) {
    return System.currentTimeMillis() * 1000 + offset;
  }

  private static OwedWrite.Value integer(int value) {
    return OwedWrite.Value.of(ByteBuffer.allocate(4).putInt(0, value));
  }

  private static OwedWrite.Value text(String value) {
    return OwedWrite.Value.of(TypeCodecs.TEXT.encode(value, ProtocolVersion.DEFAULT));
  }
}
