package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.control.JournalReplayer;
import dev.rekey.control.JournalStore;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lightweight transactions: decided on one table, and then in both. */
@CassandraTest
final class TransactionsIT {
  private static final Instant TS = Instant.parse("2024-05-01T12:00:00Z");
  private static final String KEY = " WHERE sensor = 'a' AND ts = '2024-05-01 12:00:00Z'";

  private final CqlSession plain;
  private final CassandraCluster cluster;
  private Rekeying rekeying;
  private CqlSession app;
  private final String keyspace;

  TransactionsIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
    this.keyspace = keyspace.name();
  }

  @BeforeEach
  void open() {
    rekeying = Rekeying.create(plain, cluster, keyspace);
    app = rekeying.application();
    rekeying.publish(Phase.DUAL);
  }

  @AfterEach
  void close() {
    StateWrites.holding = true;
    StateExecution.betweenDecisionAndCopy = () -> {};
    Hold.longest = Duration.ofDays(1);
    app.close();
  }

  @Test
  void whicheverTableDecidesBothHoldTheSameCellsAndTheAnswerIsTheSources() {
    rekeying.fence(1);
    everyForm(Phase.DUAL);
    rekeying.publish(Phase.DUAL_READ_TARGET);
    everyForm(Phase.DUAL_READ_TARGET);
    assertThat(statistics().journalled()).isZero();
    rekeying.publish(Phase.TARGET);
    plain.execute("TRUNCATE " + rekeying.source());
    plain.execute("TRUNCATE " + rekeying.target());
    everyForm(Phase.TARGET);
    assertThat(rekeying.sourceCells()).isEmpty();
  }

  private void everyForm(Phase phase) {
    String insert =
        "INSERT INTO {t} (sensor, ts, value, note, tags, attrs) VALUES ('a', '2024-05-01"
            + " 12:00:00Z', 1.0, 'first', {'x', 'y'}, {'a': 1}) IF NOT EXISTS USING TTL 90000";
    assertThat(run(insert).wasApplied()).isTrue();
    ResultSet second = run(insert);
    assertThat(second.wasApplied()).isFalse();
    assertThat(names(second))
        .containsExactly("[applied]", "sensor", "ts", "at", "attrs", "note", "tags", "value");
    Row found = second.one();
    assertThat(found.getString("sensor")).isEqualTo("a");
    assertThat(found.getInstant("ts")).isEqualTo(TS);
    assertThat(found.getSet("tags", String.class)).containsExactlyInAnyOrder("x", "y");

    ResultSet wrong = run("UPDATE {t} SET value = 9.0" + KEY + " IF note = 'none'");
    assertThat(names(wrong)).containsExactly("[applied]", "note");
    assertThat(wrong.one().getString("note")).isEqualTo("first");
    PreparedStatement change =
        app.prepare(
            "UPDATE %s SET value = ?, note = ?, tags = tags - {'x'}, attrs = ? WHERE sensor = ? AND ts = ? IF value = ? AND note IN ('first', 'second')"
                .formatted(rekeying.sourceName()));
    assertThat(
            app.execute(change.bind(2.0, null, java.util.Map.of("n", 7), "a", TS, 1.0))
                .wasApplied())
        .isTrue();
    equal(phase);
    assertThat(run("DELETE tags['y'], value FROM {t}" + KEY + " IF EXISTS").wasApplied()).isTrue();
    equal(phase);
    assertThat(run("DELETE FROM {t}" + KEY + " IF EXISTS").wasApplied()).isTrue();
    equal(phase);
    assertThat(run("DELETE FROM {t}" + KEY + " IF EXISTS").wasApplied()).isFalse();
    String keyOnly =
        "INSERT INTO {t} (sensor, ts) VALUES ('a', '2024-05-01 12:00:00Z') IF NOT EXISTS";
    for (int i = 0; i < 3; i++) {
      assertThat(run(keyOnly).wasApplied()).isTrue();
      assertThat(cells(phase)).hasSize(1);
      equal(phase);
      assertThat(run("DELETE FROM {t}" + KEY + " IF EXISTS").wasApplied()).isTrue();
      assertThat(cells(phase)).isEmpty();
      equal(phase);
    }
    batches(phase);
  }

  private void batches(Phase phase) {
    String insert = "INSERT INTO %s (sensor, ts, value) VALUES ('b', %d, %s)";
    BatchStatement oneDay =
        BatchStatement.newInstance(
            BatchType.LOGGED,
            SimpleStatement.newInstance(
                insert.formatted(rekeying.sourceName(), 1, "1.0") + " IF NOT EXISTS"),
            SimpleStatement.newInstance(insert.formatted(rekeying.sourceName(), 2, "2.0")));
    assertThat(app.execute(oneDay).wasApplied()).isTrue();
    assertThat(app.execute(oneDay).wasApplied()).isFalse();
    equal(phase);
    String twoDays =
        "BEGIN BATCH INSERT INTO %s (sensor, ts) VALUES ('b', 3) IF NOT EXISTS; INSERT INTO %s (sensor, ts) VALUES ('b', 86400003); APPLY BATCH"
            .formatted(rekeying.sourceName(), rekeying.sourceName());
    assertThatThrownBy(() -> app.execute(twoDays))
        .isInstanceOf(StatementRefusedException.class)
        .hasMessageContaining("several of the target");
    run("DELETE FROM {t} WHERE sensor = 'b' AND ts = 1 IF EXISTS");
    run("DELETE FROM {t} WHERE sensor = 'b' AND ts = 2 IF EXISTS");
    equal(phase);
  }

  private void equal(Phase phase) {
    if (phase != Phase.TARGET) {
      rekeying.assertTablesEqual();
      await().atMost(Duration.ofSeconds(10)).until(() -> rekeying.journalled() == 0);
    }
  }

  private java.util.Map<String, List<String>> cells(Phase phase) {
    return phase == Phase.DUAL ? rekeying.sourceCells() : rekeying.targetCells();
  }

  @Test
  void whatATransactionDeletedStaysAwayWhenAnOlderCopyArrives() {
    rekeying.fence(1);
    run("INSERT INTO {t} (sensor, ts, note) VALUES ('a', '2024-05-01 12:00:00Z', 'n')");
    plain.execute("TRUNCATE " + rekeying.target());
    long written =
        plain.execute("SELECT writetime(note) FROM " + rekeying.source()).one().getLong(0);
    assertThat(run("DELETE FROM {t}" + KEY + " IF note = 'n'").wasApplied()).isTrue();
    plain.execute(
        "INSERT INTO %s (sensor, day, ts, note) VALUES ('a', '2024-05-01', '2024-05-01 12:00:00Z', 'n') USING TIMESTAMP %d"
            .formatted(rekeying.target(), written));
    assertThat(rekeying.targetCells()).isEmpty();
  }

  @Test
  void aCrashBetweenDecisionAndCopyIsSettledFromTheJournal() {
    rekeying.fence(1);
    run("INSERT INTO {t} (sensor, ts, note) VALUES ('a', '2024-05-01 12:00:00Z', 'n')");
    StateExecution.betweenDecisionAndCopy =
        () -> {
          throw new IllegalStateException("the process dies here");
        };
    assertThatThrownBy(() -> run("DELETE FROM {t}" + KEY + " IF EXISTS"))
        .hasMessageContaining("dies here");
    assertThatThrownBy(
            () -> run("INSERT INTO {t} (sensor, ts, value) VALUES ('c', 7, 1.0) IF NOT EXISTS"))
        .hasMessageContaining("dies here");
    assertThat(rekeying.sourceCells()).hasSize(1);
    assertThat(rekeying.targetCells()).isNotEqualTo(rekeying.sourceCells());
    assertThat(rekeying.journalled()).isEqualTo(2);
    JournalStore journal = new JournalStore(plain);
    String migration = rekeying.mapping.migration();
    assertThat(
            new JournalReplayer(plain, journal, InstantSource.system())
                .replay(migration, id -> true))
        .as("it may not be dead yet")
        .isEqualTo(new JournalReplayer.Result(0, 2));
    InstantSource later = () -> Instant.now().plusSeconds(60);
    assertThat(new JournalReplayer(plain, journal, later).replay(migration, id -> true))
        .isEqualTo(new JournalReplayer.Result(2, 0));
    rekeying.assertTablesEqual();
    assertThat(rekeying.targetCells()).hasSize(1);
    assertThat(rekeying.journalled()).isZero();
  }

  @Test
  void aTargetThatCannotBeWrittenDelaysTheCopyOnly() {
    rekeying.fence(1);
    String ddl =
        plain
            .getMetadata()
            .getKeyspace(keyspace)
            .flatMap(k -> k.getTable(rekeying.mapping.target().table()))
            .orElseThrow()
            .describe(false);
    String insert = "INSERT INTO {t} (sensor, ts, value) VALUES ('c', 7, 1.0) IF NOT EXISTS";
    run(insert.replace("'c'", "'before'"));
    plain.execute("DROP TABLE " + rekeying.target());
    assertThat(run(insert).wasApplied()).isTrue();
    assertThat(run(insert).wasApplied()).isFalse();
    assertThat(rekeying.journalled()).isEqualTo(1);
    assertThat(statistics().journalled()).isEqualTo(1);
    plain.execute(SimpleStatement.newInstance(ddl).setTimeout(Duration.ofSeconds(60)));
    await().atMost(Duration.ofSeconds(90)).until(() -> rekeying.journalled() == 0);
    assertThat(rekeying.sourceCells()).containsAllEntriesOf(rekeying.targetCells());
    assertThat(rekeying.targetCells()).as("all others went with the table").hasSize(1);
  }

  @Test
  void whileTheHomeMovesTransactionsWaitAndAreNotSent() {
    rekeying.publish(Phase.DUAL_STRICT);
    Hold.longest = Duration.ofMillis(300);
    String insert = "INSERT INTO {t} (sensor, ts) VALUES ('a', 1) IF NOT EXISTS";
    assertThatThrownBy(() -> run(insert))
        .isInstanceOf(TransactionHeldException.class)
        .hasMessageContaining("waited for 300 ms")
        .hasMessageContaining("it was not sent, execute it again");
    assertThat(rekeying.sourceCells()).isEmpty();
    assertThat(rekeying.journalled()).isZero();
    Hold.longest = Duration.ofDays(1);
    CompletionStage<? extends com.datastax.oss.driver.api.core.cql.AsyncResultSet> waiting =
        app.executeAsync(insert.replace("{t}", rekeying.sourceName()));
    rekeying.publish(Phase.DUAL_READ_TARGET);
    assertThat(waiting.toCompletableFuture().join().wasApplied()).isTrue();
    rekeying.assertTablesEqual();
    assertThat(rekeying.targetCells()).hasSize(1);
  }

  @Test
  void withoutTheHoldTwoTablesDecideAtOnceAndTwoWin() {
    StateWrites.holding = false;
    boolean twoWon = false;
    for (int attempt = 0; attempt < 5 && !twoWon; attempt++) {
      twoWon = twoWin(attempt);
    }
    assertThat(twoWon).as("two winners").isTrue();
  }

  /** False also if the other instance was not behind in the end. */
  private boolean twoWin(int attempt) {
    rekeying.publish(Phase.DUAL_STRICT);
    String read =
        "SELECT value FROM %s WHERE sensor = 'r' AND ts = 1".formatted(rekeying.sourceName());
    app.execute(read);
    long before = statistics().targetReads();
    // It learns of the phase when it joins, and then looks rarely.
    RekeyOptions slow = Rekeying.OPTIONS.withPollInterval(Duration.ofSeconds(18));
    try (CqlSession behind = rekeying.application(slow, Duration.ofSeconds(20))) {
      rekeying.publishOnly(rekeying.record().publication().next(Phase.DUAL_READ_TARGET_STRICT));
      await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () -> {
                app.execute(read);
                return statistics().targetReads() > before;
              });
      behind.execute(read);
      if (statistics(behind).targetReads() > 0) {
        return false;
      }
      CyclicBarrier bothDecided = new CyclicBarrier(2);
      StateExecution.betweenDecisionAndCopy = () -> meet(bothDecided);
      String insert = "INSERT INTO %s (sensor, ts, note) VALUES ('a%d', 1, '%s') IF NOT EXISTS";
      List<CompletionStage<? extends com.datastax.oss.driver.api.core.cql.AsyncResultSet>> both =
          new ArrayList<>();
      both.add(app.executeAsync(insert.formatted(rekeying.sourceName(), attempt, "one")));
      both.add(behind.executeAsync(insert.formatted(rekeying.sourceName(), attempt, "two")));
      try {
        return both.stream().allMatch(one -> one.toCompletableFuture().join().wasApplied());
      } catch (CompletionException e) {
        return false; // Only one decided, and waited for the other in vain.
      } finally {
        StateExecution.betweenDecisionAndCopy = () -> {};
      }
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  private ResultSet run(String cql) {
    return app.execute(cql.replace("{t}", rekeying.sourceName()));
  }

  private static List<String> names(ResultSet result) {
    List<String> names = new ArrayList<>();
    for (ColumnDefinition column : result.getColumnDefinitions()) {
      names.add(column.getName().asInternal());
    }
    return names;
  }

  private MigrationStatistics statistics() {
    return statistics(app);
  }

  private MigrationStatistics statistics(CqlSession session) {
    return RekeySession.statistics(session).get(rekeying.mapping.migration());
  }
}
