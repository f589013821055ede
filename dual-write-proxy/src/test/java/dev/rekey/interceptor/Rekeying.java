package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import dev.rekey.control.InstanceRecord;
import dev.rekey.control.InstanceRegistry;
import dev.rekey.control.JournalStore;
import dev.rekey.control.MappingStore;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationSettings;
import dev.rekey.control.MigrationStore;
import dev.rekey.control.Publication;
import dev.rekey.control.RowMarker;
import dev.rekey.control.TableName;
import dev.rekey.control.WriteMode;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A migration of {@code readings(sensor, ts)} to one partition per day, steered by a test. Public
 * for the modules that test the packaged interceptor.
 */
public final class Rekeying {
  static final RekeyOptions OPTIONS =
      new RekeyOptions(
          "test", Duration.ofSeconds(40), Duration.ofMillis(100), Duration.ofSeconds(15));

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final MigrationStore store;
  private final InstanceRegistry registry;
  private final JournalStore journal;
  final KeyMapping mapping;

  private Rekeying(CqlSession plain, CassandraCluster cluster, KeyMapping mapping) {
    this.plain = plain;
    this.cluster = cluster;
    this.store = new MigrationStore(plain);
    this.registry = new InstanceRegistry(plain);
    this.journal = new JournalStore(plain);
    this.mapping = mapping;
  }

  /** Creates both tables and the migration, in phase SOURCE. */
  static Rekeying create(CqlSession plain, CassandraCluster cluster, String keyspace) {
    return create(plain, cluster, keyspace, WriteMode.PARALLEL);
  }

  static Rekeying create(
      CqlSession plain, CassandraCluster cluster, String keyspace, WriteMode mode) {
    return of(plain, cluster, tables(plain, keyspace), mode);
  }

  /** The same with a bucket index. */
  static Rekeying createIndexed(CqlSession plain, CassandraCluster cluster, String keyspace) {
    KeyMapping mapping = tables(plain, keyspace).indexed();
    IndexTables.create(plain, mapping);
    return of(plain, cluster, mapping);
  }

  private static KeyMapping tables(CqlSession plain, String keyspace) {
    ControlKeyspace.create(plain);
    String source = "readings_" + NUMBER.incrementAndGet();
    String columns = " value double, note text, tags set<text>, attrs map<text, int>, at timeuuid,";
    ddl(
        plain,
        "CREATE TABLE %s.%s (sensor text, ts timestamp,%s PRIMARY KEY (sensor, ts))"
            .formatted(keyspace, source, columns));
    ddl(
        plain,
        ("CREATE TABLE %s.%s_by_day (sensor text, day date, ts timestamp,%s"
                + " PRIMARY KEY ((sensor, day), ts)) WITH CLUSTERING ORDER BY (ts DESC)")
            .formatted(keyspace, source, columns));
    return new KeyMapping(
        source,
        KeyMapping.FORMAT_VERSION,
        new TableShape(keyspace, source, columns(false)),
        new TableShape(keyspace, source + "_by_day", columns(true)),
        Map.of("day", Derivations.parse("date(ts)")));
  }

  /** The same for tables that exist already. */
  public static Rekeying of(CqlSession plain, CassandraCluster cluster, KeyMapping mapping) {
    return of(plain, cluster, mapping, WriteMode.PARALLEL);
  }

  private static Rekeying of(
      CqlSession plain, CassandraCluster cluster, KeyMapping mapping, WriteMode mode) {
    ControlKeyspace.create(plain);
    Rekeying rekeying = new Rekeying(plain, cluster, mapping);
    new MappingStore(plain).save(mapping);
    assertThat(rekeying.store.create(rekeying.first(mode)).isApplied()).isTrue();
    return rekeying;
  }

  private static List<Column> columns(boolean target) {
    List<Column> columns = new java.util.ArrayList<>();
    columns.add(new Column("sensor", "text", ColumnKind.PARTITION_KEY, 0, false));
    if (target) {
      columns.add(new Column("day", "date", ColumnKind.PARTITION_KEY, 1, false));
    }
    columns.add(new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, target));
    columns.add(new Column("value", "double", ColumnKind.REGULAR, 0, false));
    columns.add(new Column("note", "text", ColumnKind.REGULAR, 1, false));
    columns.add(new Column("tags", "set<text>", ColumnKind.REGULAR, 2, false));
    columns.add(new Column("attrs", "map<text, int>", ColumnKind.REGULAR, 3, false));
    columns.add(new Column("at", "timeuuid", ColumnKind.REGULAR, 4, false));
    return columns;
  }

  private static void ddl(CqlSession session, String cql) {
    session.execute(SimpleStatement.newInstance(cql).setTimeout(Duration.ofSeconds(60)));
  }

  private MigrationRecord first(WriteMode mode) {
    Instant now = Instant.now();
    return new MigrationRecord(
        mapping.migration(),
        MigrationState.TARGET_CREATED,
        new Publication(Phase.SOURCE, 1, OptionalLong.empty()),
        new TableName(mapping.source().keyspace(), mapping.source().table()),
        new TableName(mapping.target().keyspace(), mapping.target().table()),
        new MigrationRecord.MappingReference(mapping.checksum(), mapping.formatVersion(), "none"),
        new MigrationSettings(
            1,
            Duration.ofSeconds(40),
            Duration.ofSeconds(5),
            Duration.ZERO,
            RowMarker.INSERT,
            mode),
        new MigrationRecord.Ownership("test", 1),
        Optional.empty(),
        Optional.empty(),
        now,
        now);
  }

  /** An application instance: one line differs from a plain session. */
  CqlSession application() {
    return application(OPTIONS, Duration.ofSeconds(20));
  }

  CqlSession application(RekeyOptions options, Duration requestTimeout) {
    return open(RekeySession.builder().withRekey(options), requestTimeout);
  }

  /** An application instance that shows what is really sent. */
  CqlSession application(RequestTracker tracker) {
    return open(
        RekeySession.builder().withRekey(OPTIONS).addRequestTracker(tracker),
        Duration.ofSeconds(20));
  }

  private CqlSession open(CqlSessionBuilder builder, Duration requestTimeout) {
    Duration patient = Duration.ofSeconds(30);
    return builder
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, requestTimeout)
                .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, patient)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, patient)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, patient)
                .build())
        .addContactPoints(cluster.contactPoints())
        .withLocalDatacenter(cluster.localDatacenter())
        .withKeyspace(CqlIdentifier.fromInternal(mapping.source().keyspace()))
        .build();
  }

  /** Publishes the next phase, or each phase on the way, and waits for every live instance. */
  public void publish(Phase goal) {
    Phase now = record().publication().phase();
    for (Phase phase : now.stepsTo(goal)) {
      publishOnly(record().publication().next(phase));
      awaitAcknowledged();
    }
  }

  void fence(long micros) {
    publishOnly(record().publication().fenced(micros));
    awaitAcknowledged();
  }

  void publishOnly(Publication publication) {
    MigrationRecord seen = record();
    assertThat(store.update(seen, seen.withPublication(publication), Instant.now()).isApplied())
        .isTrue();
  }

  void awaitAcknowledged() {
    long epoch = record().publication().epoch();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                registry.list().stream()
                    .filter(instance -> instance.status() == InstanceRecord.Status.LIVE)
                    .filter(
                        instance -> instance.lease().until().isAfter(Instant.now().minusSeconds(5)))
                    .allMatch(instance -> instance.hasAcknowledged(mapping.migration(), epoch)));
  }

  /**
   * Takes the target away, so that it cannot be written.
   *
   * @return brings it back, empty
   */
  Runnable dropTarget() {
    String again =
        plain
            .getMetadata()
            .getKeyspace(mapping.target().keyspace())
            .flatMap(known -> known.getTable(mapping.target().table()))
            .orElseThrow()
            .describe(false);
    ddl(plain, "DROP TABLE " + target());
    return () -> ddl(plain, again);
  }

  MigrationRecord record() {
    return store.find(mapping.migration()).orElseThrow();
  }

  public List<InstanceRecord> instances() {
    return registry.list();
  }

  int journalled() {
    return journal.open(mapping.migration(), 1000);
  }

  String source() {
    return mapping.source().qualifiedName();
  }

  String sourceName() {
    return mapping.source().table();
  }

  String target() {
    return mapping.target().qualifiedName();
  }

  public Map<String, List<String>> sourceCells() {
    return Cells.read(plain, source(), mapping);
  }

  public Map<String, List<String>> targetCells() {
    return Cells.read(plain, target(), mapping);
  }

  /** Cell by cell: value, writetime and time to live. */
  public void assertTablesEqual() {
    assertThat(targetCells()).isEqualTo(sourceCells());
  }
}
