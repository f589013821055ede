package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a table that is not migrated costs: exactly what it cost before. */
@CassandraTest
final class RoundTripsIT {
  private static final int ROUNDS = 100;

  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final TestKeyspace keyspace;

  RoundTripsIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
    this.keyspace = keyspace;
  }

  /** Counts what is sent to nodes, retries and all. */
  private static final class Counter implements RequestTracker {
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger own = new AtomicInteger();

    @Override
    public void onNodeSuccess(
        Request request,
        long latencyNanos,
        DriverExecutionProfile profile,
        Node node,
        String logPrefix) {
      (isOurs(request) ? own : sent).incrementAndGet();
    }

    private static boolean isOurs(Request request) {
      return (request instanceof SimpleStatement simple && simple.getQuery().contains("rekey."))
          || (request instanceof BoundStatement bound
              && bound.getPreparedStatement().getQuery().contains("rekey."));
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }

  @Test
  void oneStatementIsOneRequest() {
    ControlKeyspace.create(plain);
    String table = keyspace.table("free");
    plain.execute(
        SimpleStatement.newInstance("CREATE TABLE %s (k int PRIMARY KEY, v text)".formatted(table))
            .setTimeout(Duration.ofSeconds(60)));
    Counter counter = new Counter();
    try (CqlSession app = open(counter)) {
      PreparedStatement insert =
          app.prepare("INSERT INTO %s (k, v) VALUES (?, ?)".formatted(table));
      int before = counter.sent.get();
      int ownBefore = counter.own.get();
      for (int i = 0; i < ROUNDS; i++) {
        app.execute("INSERT INTO %s (k, v) VALUES (?, ?)".formatted(table), i, "v");
        app.execute(insert.bind(i, "v"));
        app.execute("SELECT * FROM %s WHERE k = ?".formatted(table), i);
        app.execute(BatchStatement.newInstance(BatchType.UNLOGGED, insert.bind(i, "v")));
      }
      // The driver tells of a request after it has answered it.
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(counter.sent.get() - before).isEqualTo(4 * ROUNDS));
      assertThat(counter.own.get() - ownBefore)
          .as("looks at the migrations by the clock, not by the statement")
          .isLessThan(ROUNDS / 4);
    }
  }

  private CqlSession open(Counter counter) {
    Duration patient = Duration.ofSeconds(30);
    return RekeySession.builder()
        .withRekey(Rekeying.OPTIONS.withPollInterval(Duration.ofSeconds(15)))
        .addRequestTracker(counter)
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(20))
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, patient)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, patient)
                .build())
        .addContactPoints(cluster.contactPoints())
        .withLocalDatacenter(cluster.localDatacenter())
        .build();
  }
}
