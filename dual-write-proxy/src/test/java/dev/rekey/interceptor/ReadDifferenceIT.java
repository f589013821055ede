package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.DriverSessions;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Random SELECTs over random rows: what the source answers a plain session, the target must answer
 * the application, row by row, in the same order, under the same names. A query of a kind that
 * cannot be re-keyed may be refused; no other may.
 */
@CassandraTest
final class ReadDifferenceIT {
  private static final long SEED = Long.getLong("rekey.reads.seed", 20_260_201L);
  private static final int QUERIES = Integer.getInteger("rekey.reads.queries", 5_000);

  /** One number repeats the query a failure named. */
  private static final int ONLY = Integer.getInteger("rekey.reads.only", -1);

  private static final int BEGUN = 800;
  private static final int ROWS = 600;
  private static final int THREADS = 6;
  private static final double MOST_REFUSED = 0.10;

  private static List<RandomTable> tables;
  private static CqlSession plain;
  private static CqlSession first;
  private static CqlSession second;

  @BeforeAll
  static void fill(CqlSession shared, TestKeyspace keyspace, CassandraCluster cluster)
      throws Exception {
    tables =
        List.of(
            RandomTable.byDay(shared, cluster, keyspace.name()),
            RandomTable.byDayDescending(shared, cluster, keyspace.name()),
            RandomTable.composite(shared, cluster, keyspace.name()),
            RandomTable.sharded(shared, cluster, keyspace.name()));
    plain = DriverSessions.builder(cluster).withKeyspace(keyspace.name()).build();
    first = tables.get(0).rekeying().application();
    second = tables.get(0).rekeying().application();
    for (RandomTable table : tables) {
      table.rekeying().publish(Phase.DUAL);
      new RandomWrites(table, SEED).write(first, ROWS);
    }
  }

  @AfterAll
  static void close() {
    plain.close();
    first.close();
    second.close();
  }

  /** Either right or a clear error; and right wherever the rows show where they stand. */
  @Test
  void pagingStatesGoOnOnTheOtherTable() throws Exception {
    Map<RandomQuery, BegunRead> onSource = begin(Phase.DUAL);
    int there = finish(onSource, Phase.DUAL_READ_TARGET);
    Map<RandomQuery, BegunRead> onTarget = begin(Phase.DUAL_READ_TARGET);
    int back = finish(onTarget, Phase.DUAL);
    System.out.printf(
        "[rekey] paged reads across the switch, seed %d: %d with %d lost, back %d with %d lost%n",
        SEED, onSource.size(), there, onTarget.size(), back);
    assertThat(onSource.size()).isGreaterThan(BEGUN / 15);
    assertThat(there).isLessThan(onSource.size());
    assertThat(back).isLessThan(onTarget.size());
  }

  private Map<RandomQuery, BegunRead> begin(Phase phase) throws Exception {
    publish(phase);
    Map<RandomQuery, BegunRead> begun = new LinkedHashMap<>();
    for (int number = 0; number < BEGUN; number++) {
      RandomQuery query = RandomQueries.draw(tables.get(number % tables.size()), ~SEED, number);
      if (query.pageSize() > 0 && query.mayBeRefused().isEmpty()) {
        BegunRead.begin(query, first).ifPresent(read -> begun.put(query, read));
      }
    }
    return begun;
  }

  private int finish(Map<RandomQuery, BegunRead> begun, Phase phase) throws Exception {
    publish(phase);
    List<String> wrong = new ArrayList<>();
    int lost = 0;
    for (BegunRead read : begun.values()) {
      BegunRead.End end = read.finish(second, plain);
      lost += end.lost() ? 1 : 0;
      end.difference().ifPresent(wrong::add);
    }
    assertThat(wrong).as("seed %d, to phase %s", SEED, phase).isEmpty();
    return lost;
  }

  private static void publish(Phase phase) {
    tables.forEach(table -> table.rekeying().publish(phase));
  }

  @Test
  void theTargetAnswersAsTheSource() throws Exception {
    publish(Phase.DUAL_READ_TARGET);
    ReadComparison comparison = new ReadComparison(plain, first, second, SEED);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int from = thread;
        running.add(threads.submit(() -> compareEvery(comparison, from)));
      }
      for (Future<?> one : running) {
        one.get(10, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }
    System.out.println("[rekey] reads of source and target compared: " + comparison);
    assertThat(comparison.failures()).isEmpty();
    if (ONLY < 0) {
      assertThat(comparison.answered()).isGreaterThan(QUERIES / 2);
      assertThat(comparison.refused()).isLessThan((int) (QUERIES * MOST_REFUSED));
    }
  }

  private void compareEvery(ReadComparison comparison, int from) {
    for (int number = from; number < QUERIES; number += THREADS) {
      if (ONLY < 0 || number == ONLY) {
        RandomTable table = tables.get(number % tables.size());
        comparison.compare(number, RandomQueries.draw(table, SEED, number));
      }
    }
  }
}
