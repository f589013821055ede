package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.JournalEntry;
import dev.rekey.control.JournalReplayer;
import dev.rekey.control.JournalStore;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Negative controls: what becomes of the two tables where a mirror leaves out one of the
 * precautions that the interceptor takes. Each loses a write, and is seen to lose it.
 */
@CassandraTest
final class CarelessMirrorsIT {
  private static final Instant TS = Instant.parse("2024-05-01T12:00:00Z");

  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final String keyspace;
  private final JournalStore journal;
  private Rekeying rekeying;
  private CqlSession app;

  CarelessMirrorsIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
    this.keyspace = keyspace.name();
    this.journal = new JournalStore(plain);
  }

  @BeforeEach
  void open() {
    rekeying = Rekeying.create(plain, cluster, keyspace);
    app = rekeying.application();
    rekeying.publish(Phase.DUAL);
  }

  @AfterEach
  void close() {
    app.close();
  }

  /** An acknowledgement before the other table was written, without an entry in the journal. */
  @Test
  void withoutItsEntryAWriteThatOneTableLacksIsNeverMadeGood() {
    twoWritesThatTheTargetLacks();
    entries().forEach(entry -> journal.delete(entry.key()).toCompletableFuture().join());

    replay();
    assertThat(rekeying.sourceCells()).hasSize(2);
    assertThat(rekeying.targetCells()).isEmpty();
    assertThatThrownBy(rekeying::assertTablesEqual).isInstanceOf(AssertionError.class);
  }

  /** Deleting what was replayed together with what merely stands beside it. */
  @Test
  void aJournalCleanedByPartitionForgetsWritesThatAreStillOwed() {
    twoWritesThatTheTargetLacks();
    List<JournalEntry> entries = entries();
    JournalEntry replayed = entries.get(0);
    JournalEntry owed = besideEachOther(replayed, entries.get(1));
    replayByHand(replayed);
    plain.execute(
        "DELETE FROM rekey.mirror_journal WHERE migration = ? AND incarnation = ? AND minute = ?",
        replayed.key().migration(),
        replayed.key().incarnation(),
        replayed.key().minute());

    replay();
    assertThat(rekeying.targetCells()).hasSize(1);
    assertThatThrownBy(rekeying::assertTablesEqual).isInstanceOf(AssertionError.class);

    journal.record(owed).toCompletableFuture().join();
    replay();
    rekeying.assertTablesEqual();
  }

  /** A function that each table evaluates for itself, even under one timestamp. */
  @Test
  void aFunctionThatIsEvaluatedTwiceGivesTwoValues() {
    plain.execute(
        "INSERT INTO %s (sensor, ts, at) VALUES ('a', 0, now()) USING TIMESTAMP 1000"
            .formatted(rekeying.source()));
    plain.execute(
        "INSERT INTO %s (sensor, day, ts, at) VALUES ('a', '1970-01-01', 0, now()) USING TIMESTAMP 1000"
            .formatted(rekeying.target()));
    assertThatThrownBy(rekeying::assertTablesEqual).isInstanceOf(AssertionError.class);

    app.execute(
        "INSERT INTO %s (sensor, ts, at) VALUES ('a', 0, now())".formatted(rekeying.sourceName()));
    rekeying.assertTablesEqual();
  }

  /** The application ends while its entries stand, so that nobody else replays them. */
  private void twoWritesThatTheTargetLacks() {
    Runnable mend = rekeying.dropTarget();
    for (String sensor : List.of("a", "b")) {
      app.execute(
          "INSERT INTO %s (sensor, ts, note) VALUES (?, ?, 'n')".formatted(rekeying.sourceName()),
          sensor,
          TS);
    }
    app.close();
    mend.run();
    assertThat(entries()).hasSize(2);
  }

  /**
   * Two writes of one instance meet in a partition of the journal, unless a minute has just ended.
   */
  private JournalEntry besideEachOther(JournalEntry first, JournalEntry second) {
    JournalEntry moved =
        new JournalEntry(
            new JournalEntry.Key(
                first.key().migration(),
                first.key().incarnation(),
                first.key().minute(),
                second.key().id()),
            second.owed(),
            second.writeMicros(),
            second.expiresAt(),
            second.sourceKey(),
            second.attempts(),
            second.lastError());
    journal.delete(second.key()).toCompletableFuture().join();
    journal.record(moved).toCompletableFuture().join();
    return moved;
  }

  private List<JournalEntry> entries() {
    List<JournalEntry> entries = new ArrayList<>();
    for (JournalStore.Minute minute : journal.minutes(rekeying.mapping.migration())) {
      entries.addAll(journal.entries(minute, Optional.empty(), 100));
    }
    return entries;
  }

  private void replay() {
    new JournalReplayer(plain, journal, InstantSource.system())
        .replay(rekeying.mapping.migration(), incarnation -> true);
  }

  private void replayByHand(JournalEntry entry) {
    plain.execute(
        "INSERT INTO %s (sensor, day, ts, note) VALUES (?, '2024-05-01', ?, 'n') USING TIMESTAMP ?"
            .formatted(rekeying.target()),
        entry.sourceKey().startsWith("61:") ? "a" : "b",
        TS,
        entry.writeMicros());
  }
}
