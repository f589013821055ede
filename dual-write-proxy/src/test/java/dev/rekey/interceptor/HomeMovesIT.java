package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.control.Proof;
import dev.rekey.control.Ruling;
import dev.rekey.control.StateCopy;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Three instances race for every key while the table that decides moves there and back. */
@CassandraTest
final class HomeMovesIT {
  private static final int INSTANCES = 3;
  private static final Instant DAY = Instant.parse("2024-05-01T00:00:00Z");

  private final CqlSession plain;
  private final Rekeying rekeying;
  private final AtomicInteger ticket = new AtomicInteger();
  private final Map<Integer, Queue<String>> winners = new ConcurrentHashMap<>();
  private final Map<Integer, Queue<String>> unknown = new ConcurrentHashMap<>();
  private final AtomicBoolean stop = new AtomicBoolean();

  HomeMovesIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.rekeying = Rekeying.create(plain, cluster, keyspace.name());
  }

  @Test
  void everyKeyHasOneWinnerThroughAWholeMigrationAndOneWayBack() throws Exception {
    List<CqlSession> instances = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(INSTANCES);
    List<Future<?>> races = new ArrayList<>();
    try {
      for (int i = 0; i < INSTANCES; i++) {
        CqlSession instance = rekeying.application();
        instances.add(instance);
        races.add(threads.submit(() -> race(instance)));
      }
      seen(Phase.SOURCE);
      walk(Phase.DUAL);
      rekeying.fence(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) + 1_000);
      copySource();
      walk(Phase.DUAL_READ_TARGET);
      walk(Phase.DUAL);
      walk(Phase.DUAL_READ_TARGET);
      stop.set(true);
      for (Future<?> race : races) {
        race.get();
      }
      await().atMost(Duration.ofSeconds(60)).until(() -> rekeying.journalled() == 0);
      rekeying.assertTablesEqual();
      eachHasOneWinner();
      rekeying.publish(Phase.TARGET);
      stop.set(false);
      Future<?> last = threads.submit(() -> race(instances.get(0)));
      race(instances.get(1), ticket.get() / INSTANCES + 20);
      stop.set(true);
      last.get();
      eachHasOneWinner();
    } finally {
      stop.set(true);
      threads.shutdown();
      instances.forEach(CqlSession::close);
    }
    assertThat(winners.size()).as("keys raced for").isGreaterThan(100);
  }

  private void race(CqlSession instance) {
    race(instance, Integer.MAX_VALUE);
  }

  private void race(CqlSession instance, int until) {
    PreparedStatement insert =
        instance.prepare(
            "INSERT INTO %s (sensor, ts, note, value) VALUES ('race', ?, ?, 1.0) IF NOT EXISTS"
                .formatted(rekeying.sourceName()));
    while (!stop.get()) {
      int number = ticket.getAndIncrement();
      int key = number / INSTANCES;
      if (key >= until) {
        return;
      }
      String name = "ticket " + number;
      try {
        if (instance.execute(insert.bind(at(key), name)).wasApplied()) {
          winners.computeIfAbsent(key, k -> new ConcurrentLinkedQueue<>()).add(name);
        }
      } catch (com.datastax.oss.driver.api.core.DriverException e) {
        unknown.computeIfAbsent(key, k -> new ConcurrentLinkedQueue<>()).add(name);
      }
    }
  }

  /** As an operator's command does: what the next lead is owed has arrived before it leads. */
  private void walk(Phase goal) {
    for (Phase phase : rekeying.record().publication().phase().stepsTo(goal)) {
      Phase now = rekeying.record().publication().phase();
      if (now.lead() != phase.lead()) {
        await().atMost(Duration.ofSeconds(60)).until(() -> rekeying.journalled() == 0);
      }
      rekeying.publish(phase);
      if (!phase.isStrict()) {
        seen(phase);
      }
    }
  }

  /** Some keys are won in every phase. */
  private void seen(Phase phase) {
    int before = winners.size();
    await("keys won in " + phase)
        .atMost(Duration.ofSeconds(60))
        .until(() -> winners.size() >= before + 15);
  }

  /** What was written before both tables were. */
  private void copySource() {
    StateCopy copy = new StateCopy(plain, rekeying.mapping);
    for (Row row : plain.execute("SELECT sensor, ts FROM " + rekeying.source())) {
      List<ByteBuffer> key = List.of(row.getBytesUnsafe(0), row.getBytesUnsafe(1));
      copy.run(
              new Ruling(
                  Leg.SOURCE,
                  key,
                  Set.of("value", "note", "tags", "attrs", "at"),
                  1,
                  Long.MIN_VALUE,
                  Proof.none(),
                  Ruling.Marker.of(Ruling.Marker.Policy.OF_NEW_ROWS),
                  Ruling.Look.SERIAL))
          .toCompletableFuture()
          .join();
    }
  }

  private void eachHasOneWinner() {
    winners.forEach(
        (key, names) -> {
          assertThat(names).as("winners of key %d", key).hasSize(1);
          assertThat(holder(key)).isEqualTo(names.peek());
        });
    unknown.forEach(
        (key, names) -> {
          String holder = holder(key);
          if (holder != null && !winners.containsKey(key)) {
            assertThat(names).contains(holder);
          }
        });
  }

  private String holder(int key) {
    Row row =
        plain
            .execute(
                "SELECT note FROM %s WHERE sensor = 'race' AND day = '2024-05-01' AND ts = ?"
                    .formatted(rekeying.target()),
                at(key))
            .one();
    return row == null ? null : row.getString(0);
  }

  private static Instant at(int key) {
    return DAY.plusMillis(key);
  }
}
