package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import dev.rekey.control.WriteMode;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** What is sent where a migration asks for one logged batch over both tables. */
@CassandraTest
final class LoggedBatchIT {
  private static final Instant TS = Instant.parse("2024-05-01T12:00:00Z");

  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final String keyspace;
  private final Queue<Request> sent = new ConcurrentLinkedQueue<>();

  LoggedBatchIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
    this.keyspace = keyspace.name();
  }

  @Test
  void bothTablesAreWrittenByOneRequest() {
    Rekeying rekeying = Rekeying.create(plain, cluster, keyspace, WriteMode.LOGGED_BATCH);
    try (CqlSession app = rekeying.application(new Sent())) {
      for (Phase phase : new Phase[] {Phase.DUAL, Phase.DUAL_READ_TARGET}) {
        rekeying.publish(phase);
        sent.clear();
        ResultSet written = insert(app, rekeying, phase.name(), "x");
        awaitBatch();
        assertThat(requestsNaming(rekeying)).isZero();
        assertThat(written.getExecutionInfo().getWarnings()).isEmpty();
      }
      rekeying.assertTablesEqual();
      assertThat(rekeying.sourceCells()).hasSize(2);
    }
  }

  /** The batch of both is over the server's limit of 5 KiB for a warning, the write is not. */
  @Test
  void theApplicationIsNotWarnedOfABatchThatItDidNotSend() {
    Rekeying rekeying = Rekeying.create(plain, cluster, keyspace, WriteMode.LOGGED_BATCH);
    try (CqlSession app = rekeying.application(new Sent())) {
      rekeying.publish(Phase.DUAL);
      sent.clear();
      ResultSet written = insert(app, rekeying, "warned", "y".repeat(4_000));
      awaitBatch();
      assertThat(written.getExecutionInfo().getWarnings()).isEmpty();
      rekeying.assertTablesEqual();
    }
  }

  /** Over the server's limit of 50 KiB, which would fail a write that the source takes. */
  @Test
  void whatIsTooLargeForABatchIsWrittenByTwoRequests() {
    Rekeying rekeying = Rekeying.create(plain, cluster, keyspace, WriteMode.LOGGED_BATCH);
    try (CqlSession app = rekeying.application(new Sent())) {
      rekeying.publish(Phase.DUAL);
      sent.clear();
      insert(app, rekeying, "large", "z".repeat(40_000));
      awaitBatch();
      await().atMost(Duration.ofSeconds(20)).until(() -> requestsNaming(rekeying) == 2);
      rekeying.assertTablesEqual();
      assertThat(rekeying.sourceCells()).hasSize(1);
      assertThat(rekeying.journalled()).isZero();
    }
  }

  @Test
  void aTargetThatCannotBeWrittenDoesNotFailTheSource() {
    Rekeying rekeying = Rekeying.create(plain, cluster, keyspace, WriteMode.LOGGED_BATCH);
    try (CqlSession app = rekeying.application(new Sent())) {
      rekeying.publish(Phase.DUAL);
      Runnable mend = rekeying.dropTarget();
      insert(app, rekeying, "owed", "x");
      assertThat(rekeying.sourceCells()).hasSize(1);
      assertThat(rekeying.journalled()).isEqualTo(1);

      mend.run();
      await().atMost(Duration.ofSeconds(90)).until(() -> rekeying.journalled() == 0);
      rekeying.assertTablesEqual();
    }
  }

  private static ResultSet insert(CqlSession app, Rekeying rekeying, String sensor, String note) {
    return app.execute(
        "INSERT INTO %s (sensor, ts, note) VALUES (?, ?, ?)".formatted(rekeying.sourceName()),
        sensor,
        TS,
        note);
  }

  /** The driver tells its trackers after it has given the answer. */
  private void awaitBatch() {
    await().atMost(Duration.ofSeconds(20)).until(() -> batches() == 1);
  }

  private long batches() {
    return sent.stream()
        .filter(
            request ->
                request instanceof BatchStatement batch
                    && batch.getBatchType().equals(BatchType.LOGGED)
                    && batch.size() == 2)
        .count();
  }

  private long requestsNaming(Rekeying rekeying) {
    return sent.stream()
        .filter(
            request ->
                request instanceof SimpleStatement simple
                    && simple.getQuery().contains(rekeying.sourceName()))
        .count();
  }

  /** Keeps what the driver sent. */
  private final class Sent implements RequestTracker {
    @Override
    public void onNodeSuccess(
        Request request,
        long latencyNanos,
        DriverExecutionProfile profile,
        Node node,
        String requestLogPrefix) {
      sent.add(request);
    }

    @Override
    public void onNodeError(
        Request request,
        Throwable error,
        long latencyNanos,
        DriverExecutionProfile profile,
        Node node,
        String requestLogPrefix) {
      sent.add(request);
    }

    @Override
    public void close() {}
  }
}
