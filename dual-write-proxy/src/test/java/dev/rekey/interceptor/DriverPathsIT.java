package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveRow;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Whichever way the application calls the driver, the statement meets the interceptor. */
@CassandraTest
final class DriverPathsIT {
  private static final Instant TS = Instant.parse("2024-05-01T12:00:00Z");

  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final String keyspace;
  private Rekeying rekeying;
  private CqlSession app;

  DriverPathsIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
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
    app.close();
  }

  @Test
  void asyncAndReactiveExecutionAreMirrored() throws Exception {
    String insert =
        "INSERT INTO %s (sensor, ts, note) VALUES (?, ?, ?)".formatted(rekeying.sourceName());
    app.executeAsync(insert, "async", TS, "n").toCompletableFuture().get(60, TimeUnit.SECONDS);
    PreparedStatement prepared =
        app.prepareAsync(insert).toCompletableFuture().get(60, TimeUnit.SECONDS);
    all(app.executeReactive(prepared.bind("reactive", TS, "n")));
    all(app.executeReactive(SimpleStatement.newInstance(insert, "reactive2", TS, "n")));
    assertThat(rekeying.sourceCells()).hasSize(3);
    rekeying.assertTablesEqual();

    rekeying.publish(Phase.DUAL_READ_TARGET);
    List<ReactiveRow> rows =
        all(
            app.executeReactive(
                SimpleStatement.newInstance(
                    "SELECT * FROM %s WHERE sensor = 'async' AND ts = ?"
                        .formatted(rekeying.sourceName()),
                    TS)));
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).getColumnDefinitions().contains("day")).isFalse();
  }

  @Test
  void theApplicationSeesItsOwnRequestAndWhatItAskedForIsKept() {
    rekeying.publish(Phase.DUAL_READ_TARGET);
    SimpleStatement insert =
        SimpleStatement.newInstance(
                "INSERT INTO %s.%s (sensor, ts) VALUES ('a', ?)"
                    .formatted(keyspace, rekeying.sourceName()),
                TS)
            .setConsistencyLevel(ConsistencyLevel.QUORUM)
            .setQueryTimestamp(1_700_000_000_000_123L)
            .setTracing(true);
    ExecutionInfo info = app.execute(insert).getExecutionInfo();
    assertThat(info.getRequest()).isSameAs(insert);
    assertThat(info.getTracingId()).isNotNull();
    app.execute(
        SimpleStatement.newInstance(
            "UPDATE %s SET note = 'x' WHERE sensor = 'a' AND ts = ?"
                .formatted(rekeying.sourceName()),
            TS));
    rekeying.assertTablesEqual();
  }

  @Test
  void preparedBeforeTheMigrationWasKnownIsMirroredToo() {
    try (CqlSession early = rekeying.application()) {
      PreparedStatement insert =
          early.prepare(
              "INSERT INTO %s (sensor, ts) VALUES (?, ?)".formatted(rekeying.sourceName()));
      rekeying.publish(Phase.DUAL_READ_TARGET);
      early.execute(insert.bind("p", TS));
    }
    assertThat(rekeying.sourceCells()).hasSize(1);
    rekeying.assertTablesEqual();
  }

  /** What the driver would prepare again on a node that comes up. */
  @Test
  void inPhaseTargetTheDriverForgetsStatementsOnTheSource() {
    app.prepare("INSERT INTO %s (sensor, ts) VALUES (?, ?)".formatted(rekeying.sourceName()));
    app.prepare("SELECT key FROM system.local WHERE key = ?");
    assertThat(reprepared()).anyMatch(query -> query.contains(rekeying.sourceName() + " "));
    rekeying.publish(Phase.TARGET);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(reprepared())
                    .noneMatch(query -> query.contains(rekeying.sourceName() + " "))
                    .anyMatch(query -> query.contains("system.local")));
  }

  private List<String> reprepared() {
    return ((InterceptedSession) app)
        .driverSession().getRepreparePayloads().values().stream()
            .map(payload -> payload.query)
            .toList();
  }

  /** Negative control: two writes of one value with a timestamp each are not equal tables. */
  @Test
  void legsWithTimestampsOfTheirOwnAreNoticed() {
    plain.execute(
        "INSERT INTO %s (sensor, ts, note) VALUES ('a', 0, 'n')".formatted(rekeying.source()));
    plain.execute(
        "INSERT INTO %s (sensor, day, ts, note) VALUES ('a', '1970-01-01', 0, 'n')"
            .formatted(rekeying.target()));
    assertThat(rekeying.sourceCells()).hasSize(1);
    assertThat(rekeying.targetCells()).hasSize(1);
    assertThatThrownBy(rekeying::assertTablesEqual).isInstanceOf(AssertionError.class);
  }

  private static <T> List<T> all(Publisher<T> publisher) throws Exception {
    CompletableFuture<List<T>> done = new CompletableFuture<>();
    List<T> items = new ArrayList<>();
    publisher.subscribe(
        new Subscriber<>() {
          @Override
          public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
          }

          @Override
          public void onNext(T item) {
            items.add(item);
          }

          @Override
          public void onError(Throwable error) {
            done.completeExceptionally(error);
          }

          @Override
          public void onComplete() {
            done.complete(items);
          }
        });
    return done.get(60, TimeUnit.SECONDS);
  }
}
