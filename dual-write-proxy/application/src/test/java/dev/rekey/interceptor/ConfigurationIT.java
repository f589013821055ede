package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.Gauge;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.control.InstanceRecord;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The jar is on the class path, and the application builds its sessions as ever. */
@CassandraTest
final class ConfigurationIT {
  private static final Instant TS = Instant.parse("2024-05-01T12:00:00Z");

  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final String keyspace;
  private Rekeying rekeying;

  ConfigurationIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
    this.keyspace = keyspace.name();
  }

  @BeforeEach
  void create() {
    rekeying = Rekeying.create(plain, cluster, keyspace);
  }

  @Test
  void aPlainSessionIsRegisteredWhenItIsHandedOutAndSaysGoodbye() {
    rekeying.publishOnly(rekeying.record().publication().next(Phase.DUAL));
    CqlSession app = session("configured", options -> options);
    assertThat(rows("configured")).as("registered before the first statement").hasSize(1);
    app.execute(insert(), "a", TS);
    assertThat(rekeying.sourceCells()).hasSize(1);
    rekeying.assertTablesEqual();
    assertThat(RekeySession.statistics(app).get(rekeying.mapping.migration()).mirrored())
        .isEqualTo(1);

    app.close();
    InstanceRecord closed = rows("configured").get(0);
    assertThat(closed.status()).isEqualTo(InstanceRecord.Status.CLOSED);
    assertThat(closed.counter(rekeying.mapping.migration(), "mirrored")).isEqualTo(1);
    assertThat(closed.lease().length()).isEqualTo(Duration.ofSeconds(42));
  }

  @Test
  void itsCountsAreGaugesBesideTheDriversOwn() {
    try (CqlSession app =
        session(
            "measured",
            options ->
                options.withStringList(
                    DefaultDriverOption.METRICS_SESSION_ENABLED, List.of("connected-nodes")))) {
      rekeying.publish(Phase.DUAL);
      app.execute(insert(), "a", TS);
      String gauge = "%s.rekey.%s.mirrored";
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(app.getMetrics().orElseThrow().getRegistry().getGauges())
                      .containsKey(gauge.formatted(app.getName(), rekeying.mapping.migration()))
                      .extractingByKey(gauge.formatted(app.getName(), rekeying.mapping.migration()))
                      .extracting(Gauge::getValue)
                      .isEqualTo(1L));
    }
  }

  @Test
  void theOneLineOnTopOfItRegistersOnce() {
    CqlSession app = configured(RekeySession.builder(), "twice", options -> options);
    assertThat(rows("twice")).hasSize(1);
    app.close();
    assertThat(rows("twice")).allMatch(row -> row.status() == InstanceRecord.Status.CLOSED);
  }

  @Test
  void aListOfTheApplicationsOwnForOneKindOfListenerDoesNotPutItOut() {
    try (CqlSession app =
        session("own", DefaultDriverOption.METADATA_SCHEMA_CHANGE_LISTENER_CLASSES)) {
      assertThat(rows("own")).hasSize(1);
      assertThat(app.execute(insert(), "a", TS).wasApplied()).isTrue();
    }
    try (CqlSession app =
        session("own2", DefaultDriverOption.METADATA_NODE_STATE_LISTENER_CLASSES)) {
      assertThat(rows("own2")).hasSize(1);
      assertThat(app.execute(insert(), "b", TS).wasApplied()).isTrue();
    }
    assertThat(rows("own2").get(0).status()).isEqualTo(InstanceRecord.Status.CLOSED);
  }

  /** The driver calls it before ours; without waiting, its write would be in the source alone. */
  @Test
  void whatAListenerSendsBeforeTheRegistrationWaitsForIt() {
    rekeying.publishOnly(rekeying.record().publication().next(Phase.DUAL));
    EagerListener.write =
        SimpleStatement.newInstance(
            "INSERT INTO %s (sensor, ts) VALUES ('eager', ?)".formatted(rekeying.sourceName()), TS);
    try (CqlSession app =
        session(
            "eager",
            options ->
                options.withStringList(
                    DefaultDriverOption.METADATA_NODE_STATE_LISTENER_CLASSES,
                    List.of(EagerListener.class.getName())))) {
      assertThat(EagerListener.written.toCompletableFuture().join().wasApplied()).isTrue();
      assertThat(app.isClosed()).isFalse();
    }
    assertThat(rekeying.sourceCells()).hasSize(1);
    rekeying.assertTablesEqual();
  }

  @Test
  void aSessionThatShallNotHaveItIsLeftAlone() {
    rekeying.publish(Phase.DUAL);
    try (CqlSession app =
        session("off", options -> options.withBoolean(RekeyDriverOption.ENABLED, false))) {
      app.execute(insert(), "a", TS);
      assertThatThrownBy(() -> RekeySession.statistics(app))
          .hasMessageContaining("it is not intercepted");
    }
    assertThat(rows("off")).isEmpty();
    assertThat(rekeying.sourceCells()).hasSize(1);
    assertThat(rekeying.targetCells()).as("what an uninstrumented writer does").isEmpty();
  }

  @Test
  void optionsThatCannotBeMeantStopTheSession() {
    assertThatThrownBy(
            () ->
                session(
                    "short",
                    options ->
                        options.withDuration(RekeyDriverOption.LEASE, Duration.ofSeconds(30))))
        .hasStackTraceContaining(
            "Cannot start: profile 'default' has a request timeout of 20000 ms, more than half of the lease of 30000 ms");
    assertThatThrownBy(
            () -> session("wrong", options -> options.withString(() -> "rekey.leese", "10 s")))
        .hasStackTraceContaining(
            "Cannot use the option datastax-java-driver.rekey.leese: it does not exist; there are [rekey.application, rekey.enabled");
    assertThat(rows("short")).isEmpty();
  }

  /** Otherwise its builder would hand out a session that knows no phase. */
  @Test
  void whereRegistrationFailsTheSessionDoesNotOpen() {
    plain.execute(
        SimpleStatement.newInstance("DROP TABLE rekey.journal_minute")
            .setTimeout(Duration.ofSeconds(60)));
    try {
      assertThatThrownBy(() -> session("broken", options -> options).close())
          .hasMessageContaining("Cannot join the fleet")
          .hasMessageContaining("it holds migrations");
    } finally {
      ControlKeyspace.create(plain);
    }
  }

  private CqlSession session(
      String application, UnaryOperator<ProgrammaticDriverConfigLoaderBuilder> more) {
    return configured(CqlSession.builder(), application, more);
  }

  private CqlSession session(String application, DefaultDriverOption listOfItsOwn) {
    return session(application, options -> options.withStringList(listOfItsOwn, List.of()));
  }

  private CqlSession configured(
      CqlSessionBuilder builder,
      String application,
      UnaryOperator<ProgrammaticDriverConfigLoaderBuilder> more) {
    Duration patient = Duration.ofSeconds(30);
    ProgrammaticDriverConfigLoaderBuilder options =
        DriverConfigLoader.programmaticBuilder()
            .withString(RekeyDriverOption.APPLICATION, application)
            .withDuration(RekeyDriverOption.LEASE, Duration.ofSeconds(42))
            .withDuration(RekeyDriverOption.POLL_INTERVAL, Duration.ofMillis(100))
            .withDuration(RekeyDriverOption.FOLLOW_TIMEOUT, Duration.ofSeconds(15))
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(20))
            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, patient)
            .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, patient);
    return builder
        .withConfigLoader(more.apply(options).build())
        .addContactPoints(cluster.contactPoints())
        .withLocalDatacenter(cluster.localDatacenter())
        .withKeyspace(keyspace)
        .build();
  }

  private List<InstanceRecord> rows(String application) {
    return rekeying.instances().stream()
        .filter(instance -> instance.process().application().equals(application))
        .toList();
  }

  private String insert() {
    return "INSERT INTO %s (sensor, ts) VALUES (?, ?)".formatted(rekeying.sourceName());
  }
}
