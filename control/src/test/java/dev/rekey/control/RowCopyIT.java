package dev.rekey.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Taking a write back from the one table that has it. */
@CassandraTest
final class RowCopyIT {
  private static final long WRITE = 1_700_000_000_000_000L;
  private static final String MIGRATION = "copied";

  private final CqlSession session;
  private final String keyspace;
  private final String source;
  private final String target;
  private final JournalStore journal;
  private final UUID incarnation = UUID.randomUUID();

  RowCopyIT(CqlSession session, TestKeyspace keyspace) {
    this.session = session;
    this.keyspace = keyspace.name();
    this.source = keyspace.table("copy_source");
    this.target = keyspace.table("copy_target");
    this.journal = new JournalStore(session);
  }

  @BeforeAll
  static void createKeyspace(CqlSession session) {
    ControlKeyspace.create(session);
  }

  @BeforeEach
  void createTables() {
    for (String table : List.of(source, target)) {
      session.execute(
          "CREATE TABLE IF NOT EXISTS " + table + " (k int PRIMARY KEY, a text, b text)");
    }
    KeyMapping mapping =
        new KeyMapping(
            MIGRATION,
            KeyMapping.FORMAT_VERSION,
            shape("copy_source"),
            shape("copy_target"),
            Map.of());
    new MappingStore(session).save(mapping);
    new MigrationStore(session).create(record(mapping));
  }

  @Test
  void aRowTheOtherTableDoesNotHaveGoesAway() {
    write(target, 1, "refused", WRITE);
    copy(1, Instant.now().minusSeconds(60));
    assertThat(replay()).isEqualTo(new JournalReplayer.Result(1, 0));
    assertThat(row(target, 1)).isNull();
  }

  @Test
  void anOverwrittenCellComesBackAndANewerOneStays() {
    execute("INSERT INTO %s (k, a, b) VALUES (2, 'kept', 'b') USING TIMESTAMP 1000", source);
    execute("INSERT INTO %s (k, a, b) VALUES (2, 'kept', 'b') USING TIMESTAMP 1000", target);
    write(target, 2, "refused", WRITE);
    execute("UPDATE %s USING TIMESTAMP " + (WRITE + 10) + " SET b = 'newer' WHERE k = 2", target);
    copy(2, Instant.now().minusSeconds(60));
    replay();
    assertThat(row(target, 2).getString("a")).isEqualTo("kept");
    assertThat(row(target, 2).getLong("wa")).isEqualTo(WRITE + 1);
    assertThat(row(target, 2).getString("b")).isEqualTo("newer");
  }

  @Test
  void aRowThatOnlyOneTableDeletedComesBackWithItsLife() {
    execute("INSERT INTO %s (k, a) VALUES (3, 'kept') USING TIMESTAMP 1000 AND TTL 1000", source);
    execute("INSERT INTO %s (k, a) VALUES (3, 'kept') USING TIMESTAMP 1000 AND TTL 1000", target);
    execute("DELETE FROM %s USING TIMESTAMP " + WRITE + " WHERE k = 3", target);
    copy(3, Instant.now().minusSeconds(60));
    replay();
    assertThat(row(target, 3).getString("a")).isEqualTo("kept");
    assertThat(row(target, 3).getInt("ta")).isBetween(900, 1000);
  }

  @Test
  void aYoungWriteWaitsBecauseOlderOnesMayBeUnderWay() {
    write(target, 4, "refused", WRITE);
    copy(4, Instant.now());
    assertThat(replay()).isEqualTo(new JournalReplayer.Result(0, 1));
    assertThat(row(target, 4)).isNotNull();
    assertThat(journal.open(MIGRATION, Leg.TARGET, 10)).isEqualTo(1);
    InstantSource later = () -> Instant.now().plusSeconds(10);
    assertThat(new JournalReplayer(session, journal, later).replay(MIGRATION, id -> true))
        .isEqualTo(new JournalReplayer.Result(1, 0));
    assertThat(row(target, 4)).isNull();
  }

  private void copy(int k, Instant written) {
    JournalEntry.Key key =
        new JournalEntry.Key(
            MIGRATION,
            incarnation,
            written.truncatedTo(ChronoUnit.MINUTES),
            new UUID(
                Uuids.startOf(written.toEpochMilli()).getMostSignificantBits(),
                Uuids.timeBased().getLeastSignificantBits()));
    OwedWrite owed = OwedWrite.copyOfRow(List.of(ByteBuffer.allocate(4).putInt(0, k)));
    journal
        .record(
            new JournalEntry(
                key, Map.of(Leg.TARGET, owed), WRITE, Optional.empty(), "k", 0, Optional.empty()))
        .toCompletableFuture()
        .join();
  }

  private JournalReplayer.Result replay() {
    return new JournalReplayer(session, journal, InstantSource.system())
        .replay(MIGRATION, incarnation::equals);
  }

  private void write(String table, int k, String a, long micros) {
    execute(
        "INSERT INTO %s (k, a) VALUES (" + k + ", '" + a + "') USING TIMESTAMP " + micros, table);
  }

  private void execute(String cql, String table) {
    session.execute(cql.formatted(table));
  }

  private Row row(String table, int k) {
    return session
        .execute("SELECT a, b, writetime(a) AS wa, ttl(a) AS ta FROM " + table + " WHERE k = " + k)
        .one();
  }

  private TableShape shape(String table) {
    return new TableShape(
        keyspace,
        table,
        List.of(
            new Column("k", "int", ColumnKind.PARTITION_KEY, 0, false),
            new Column("a", "text", ColumnKind.REGULAR, 0, false),
            new Column("b", "text", ColumnKind.REGULAR, 1, false)));
  }

  private MigrationRecord record(KeyMapping mapping) {
    Instant now = Instant.now();
    return new MigrationRecord(
        MIGRATION,
        MigrationState.TARGET_CREATED,
        new Publication(Phase.SOURCE, 1, OptionalLong.empty()),
        new TableName(keyspace, "copy_source"),
        new TableName(keyspace, "copy_target"),
        new MigrationRecord.MappingReference(mapping.checksum(), KeyMapping.FORMAT_VERSION, "spec"),
        new MigrationSettings(
            1, Duration.ofSeconds(10), Duration.ofSeconds(5), Duration.ZERO, RowMarker.INSERT),
        new MigrationRecord.Ownership("test", 1),
        Optional.empty(),
        Optional.empty(),
        now,
        now);
  }
}
