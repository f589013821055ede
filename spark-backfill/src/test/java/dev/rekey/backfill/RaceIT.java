package dev.rekey.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.control.RowMarker;
import dev.rekey.core.mapping.Values;
import dev.rekey.core.state.Leg;
import dev.rekey.core.token.TokenRanges;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Copies while mirrored writers with clocks of their own change and delete the same rows. Nothing
 * may differ afterwards; with timestamps of "now", much does.
 */
@CassandraTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RaceIT {

  private static final int ROWS = 300;
  private static final int WRITERS = 6;
  private static final long SKEW_MICROS = 20_000;

  private CqlSession session;
  private String keyspace;
  private CopyBench bench;
  private CopyPlan plan;

  @BeforeAll
  void create(CqlSession sharedSession, TestKeyspace ownKeyspace) {
    session = sharedSession;
    keyspace = ownKeyspace.name();
    bench = new CopyBench(session, keyspace);
    bench.run(
        "CREATE TABLE KS.src (k int PRIMARY KEY, a text, b text, s set<int>)",
        "CREATE TABLE KS.dst (h int, k int, a text, b text, s set<int>, PRIMARY KEY ((h), k))");
    plan = bench.plan("src", "dst", Map.of("h", "shard(k, 4)"));
  }

  @Test
  void nothingDiffersAfterACopyAmongWriters() throws InterruptedException {
    assertThat(race(WriteTimes.EXACT, 1).differences()).isEmpty();
  }

  @Test
  void negativeControlTimestampsOfNowLoseWritesAndReviveRows() throws InterruptedException {
    assertThat(race(unused -> Clock.systemUTC().millis() * 1000, 2).differences()).isNotEmpty();
  }

  private Findings race(WriteTimes times, long seed) throws InterruptedException {
    bench.run("TRUNCATE KS.src", "TRUNCATE KS.dst");
    long start = Clock.systemUTC().millis() * 1000;
    for (int k = 0; k < ROWS; k++) {
      bench.run(
          "INSERT INTO KS.src (k, a, b, s) VALUES (%d, 'a', 'b', {1, 2}) USING TIMESTAMP %d"
              .formatted(k, start - 1_000_000 + k));
    }
    long fence = Clock.systemUTC().millis() * 1000 + SKEW_MICROS;
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger written = new AtomicInteger();
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      Random random = new Random(seed * 100 + i);
      Thread writer = new Thread(() -> write(random, fence, stop, written));
      writer.start();
      writers.add(writer);
    }
    copier(fence, times).copy(TokenRanges.WHOLE);
    stop.set(true);
    for (Thread writer : writers) {
      writer.join();
    }
    assertThat(written).as("writes during the copy").hasValueGreaterThan(ROWS);
    return compare();
  }

  /** Takes its time between reading a page and writing it, which is where copies lose races. */
  private RangeCopier copier(long fence, WriteTimes times) {
    Gate slow =
        new Gate() {
          @Override
          public void pass() {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
          }

          @Override
          public double rowsPerSecond() {
            return 1_000_000;
          }
        };
    return new RangeCopier(
        session,
        plan,
        new CopyRules(fence, RowMarker.INSERT, times),
        CopySettings.DEFAULT.withPageSize(10),
        slow,
        new Meter(),
        Clock.systemUTC());
  }

  private void write(Random random, long fence, AtomicBoolean stop, AtomicInteger written) {
    long skew = random.nextLong(2 * SKEW_MICROS) - SKEW_MICROS;
    while (!stop.get()) {
      long timestamp = Math.max(Clock.systemUTC().millis() * 1000 + skew, fence + 1);
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(5000)));
      String where = "k = " + random.nextInt(ROWS);
      String change = change(random, timestamp);
      int k = Integer.parseInt(where.substring(4));
      session.execute(
          BatchStatement.newInstance(
              BatchType.LOGGED,
              SimpleStatement.newInstance(change.formatted(keyspace + ".src", where)),
              SimpleStatement.newInstance(
                  change.formatted(keyspace + ".dst", "h = " + shard(k) + " AND " + where))));
      written.incrementAndGet();
    }
  }

  private static String change(Random random, long timestamp) {
    String using = "USING TIMESTAMP " + timestamp;
    return switch (random.nextInt(7)) {
      case 0 -> "UPDATE %s " + using + " SET a = 'a" + timestamp + "' WHERE %s";
      case 1 -> "UPDATE %s " + using + " SET b = 'b" + timestamp + "' WHERE %s";
      case 2 -> "DELETE a FROM %s " + using + " WHERE %s";
      case 3 -> "UPDATE %s " + using + " SET s = s + {" + random.nextInt(9) + "} WHERE %s";
      case 4 -> "UPDATE %s " + using + " SET s = s - {" + random.nextInt(9) + "} WHERE %s";
      case 5 -> "DELETE FROM %s " + using + " WHERE %s";
      default -> "UPDATE %s " + using + " SET a = 'x', b = 'y', s = {7} WHERE %s";
    };
  }

  private int shard(int k) {
    ByteBuffer key = ByteBuffer.allocate(4).putInt(0, k);
    return plan.mapping().targetKey(Values.of(Map.of("k", key))).orElseThrow().get(0).getInt(0);
  }

  private Findings compare() throws InterruptedException {
    Recheck recheck =
        new Recheck(
            new KeyReader(session, plan, Leg.SOURCE, CopySettings.DEFAULT, Clock.systemUTC()),
            new KeyReader(session, plan, Leg.TARGET, CopySettings.DEFAULT, Clock.systemUTC()),
            new KeyInverse(plan.mapping()),
            new Recheck.Rules(Leg.SOURCE, Duration.ofMillis(100), 1),
            CopyBench.OPEN);
    VerifySettings settings =
        new VerifySettings(256, 10_000, Optional.empty(), Duration.ofHours(1), 1, false, false);
    return new Comparison(
            new LocalTables(session, plan, keyspace),
            recheck,
            new KeyInverse(plan.mapping()),
            settings)
        .run();
  }
}
