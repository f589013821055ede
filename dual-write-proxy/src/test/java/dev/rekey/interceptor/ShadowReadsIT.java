package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import dev.rekey.control.InstanceRecord;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationStore;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Reads that are answered by both tables and compared, on a real server. */
@CassandraTest
final class ShadowReadsIT {
  private static final RekeyOptions ALL =
      Rekeying.OPTIONS.withShadowReads(1).withFollowTimeout(Duration.ofSeconds(1));
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @Test
  void aFalsifiedRowIsFoundOnEitherTable(
      CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    Rekeying rekeying = Rekeying.create(plain, cluster, keyspace.name());
    try (CqlSession application = rekeying.application(ALL, Duration.ofSeconds(20))) {
      rekeying.publish(Phase.DUAL);
      for (int i = 0; i < 10; i++) {
        write(application, rekeying, i, i);
      }
      reach(plain, rekeying, MigrationState.VERIFIED);
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                read(application, rekeying, 1);
                return found(application, rekeying).compared() > 3;
              });
      falsify(plain, rekeying.target(), "sensor = 's2' AND day = '1970-01-01' AND ts = 2");
      awaitMismatch(application, rekeying, 2, 1);

      rekeying.publish(Phase.DUAL_READ_TARGET);
      falsify(plain, rekeying.source(), "sensor = 's3' AND ts = 3");
      long before = found(application, rekeying).mismatched();
      awaitMismatch(application, rekeying, 3, before + 1);

      ShadowReadStatistics.Query query = found(application, rekeying).queries().get(0);
      assertThat(query.text()).contains("WHERE sensor = ? AND ts >= ? AND ts < ?");
      assertThat(query.samples()).isNotEmpty();
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  rekeying.instances().stream()
                      .anyMatch(instance -> told(instance, rekeying, query.id())));
    }
  }

  private static boolean told(InstanceRecord instance, Rekeying rekeying, String query) {
    String migration = rekeying.mapping.migration();
    return instance.counter(migration, "shadow_mismatched") >= 2
        && instance.counter(migration, InstanceRecord.LAST_MISMATCH) > 0
        && instance.counters().keySet().stream()
            .anyMatch(name -> name.startsWith(migration + "/shadow_mismatched/" + query));
  }

  /** Every row that is read is being written: no look is like the one before. */
  @Test
  void writesUnderWayDoNotCount(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster)
      throws Exception {
    Rekeying rekeying = Rekeying.create(plain, cluster, keyspace.name());
    try (CqlSession application = rekeying.application(ALL, Duration.ofSeconds(20))) {
      rekeying.publish(Phase.DUAL);
      reach(plain, rekeying, MigrationState.VERIFIED);
      long end = System.nanoTime() + Duration.ofSeconds(9).toNanos();
      List<CompletableFuture<AsyncResultSet>> sent = new ArrayList<>();
      for (int i = 0; System.nanoTime() - end < 0; i++) {
        for (int sensor = 0; sensor < 4; sensor++) {
          sent.add(
              application.executeAsync(insert(rekeying, sensor, i % 3, i)).toCompletableFuture());
        }
        sent.add(application.executeAsync(select(rekeying, i % 4)).toCompletableFuture());
        if (sent.size() > 40) {
          for (CompletableFuture<AsyncResultSet> one : sent) {
            one.get(30, TimeUnit.SECONDS);
          }
          sent.clear();
        }
      }
      ShadowReadStatistics found = found(application, rekeying);
      System.out.println("[rekey] shadow reads under writes: " + found);
      assertThat(found.compared()).isGreaterThan(10);
      assertThat(found.mismatched()).isZero();
    }
  }

  private static void awaitMismatch(
      CqlSession application, Rekeying rekeying, int sensor, long mismatched) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              if (found(application, rekeying).mismatched() < mismatched) {
                read(application, rekeying, sensor);
              }
              return found(application, rekeying).mismatched() >= mismatched;
            });
  }

  private static void falsify(CqlSession plain, String table, String where) {
    plain.execute("UPDATE %s SET note = 'false' WHERE %s".formatted(table, where));
  }

  private static void write(CqlSession application, Rekeying rekeying, int sensor, int value) {
    application.execute(insert(rekeying, sensor, sensor, value));
  }

  private static String insert(Rekeying rekeying, int sensor, int ts, int value) {
    return "INSERT INTO %s (sensor, ts, value, note) VALUES ('s%d', %d, %d, 'n%d')"
        .formatted(rekeying.source(), sensor, ts, value, value);
  }

  private static void read(CqlSession application, Rekeying rekeying, int sensor) {
    application.execute(select(rekeying, sensor)).all();
  }

  private static String select(Rekeying rekeying, int sensor) {
    return "SELECT * FROM %s WHERE sensor = 's%d' AND ts >= 0 AND ts < 1000"
        .formatted(rekeying.source(), sensor);
  }

  private static ShadowReadStatistics found(CqlSession application, Rekeying rekeying) {
    MigrationStatistics statistics =
        RekeySession.statistics(application).get(rekeying.mapping.migration());
    return statistics.shadowReads();
  }

  private static void reach(CqlSession plain, Rekeying rekeying, MigrationState state) {
    MigrationRecord seen = rekeying.record();
    assertThat(
            new MigrationStore(plain)
                .update(seen, seen.withState(state), Instant.now())
                .isApplied())
        .isTrue();
  }
}
