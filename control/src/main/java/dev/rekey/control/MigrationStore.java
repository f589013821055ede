package dev.rekey.control;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * Reads and writes {@code rekey.migration}. Writes are lightweight transactions conditional on the
 * fencing token, the epoch and the state that the writer saw, so that an old orchestrator that
 * wakes up, or a second one, changes nothing.
 */
public final class MigrationStore {
  private static final String SCOPE = "all";
  private static final String COLUMNS =
      "name, state, paused, failure, phase, epoch, fence, source_keyspace, source_table,"
          + " target_keyspace, target_table, mapping_checksum, mapping_format, spec_checksum,"
          + " min_instances, lease_millis, max_lag_millis, soak_millis, row_marker, owner,"
          + " fencing_token, created_at, updated_at, write_mode";
  private static final String ALL = "SELECT " + COLUMNS + " FROM rekey.migration WHERE scope = ?";
  private static final String ONE = ALL + " AND name = ?";
  private static final String CREATE =
      "INSERT INTO rekey.migration (scope, "
          + COLUMNS
          + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
          + " IF NOT EXISTS";
  private static final String TAKE_OVER =
      "UPDATE rekey.migration SET owner = ?, fencing_token = ? WHERE scope = ? AND name = ?"
          + " IF fencing_token < ?";
  private static final String UPDATE =
      "UPDATE rekey.migration SET state = ?, paused = ?, failure = ?, phase = ?, epoch = ?,"
          + " fence = ?, updated_at = ? WHERE scope = ? AND name = ?"
          + " IF fencing_token = ? AND epoch = ? AND state = ?";
  private static final String REMOVE =
      "DELETE FROM rekey.migration WHERE scope = ? AND name = ? IF fencing_token = ? AND state = ?";

  private final ControlStatements statements;

  public MigrationStore(CqlSession session) {
    this.statements = new ControlStatements(session);
  }

  /** The migration of that name, as every decided transaction left it (SERIAL). */
  public Optional<MigrationRecord> find(String name) {
    return Optional.ofNullable(statements.executeSerial(ONE, SCOPE, name).one())
        .map(MigrationStore::read);
  }

  /** Every migration, as every decided transaction left it (SERIAL). */
  public List<MigrationRecord> all() {
    return statements.executeSerial(ALL, SCOPE).all().stream().map(MigrationStore::read).toList();
  }

  /** Every migration at QUORUM: one small partition, what instances read again and again. */
  public CompletionStage<List<MigrationRecord>> poll() {
    return statements
        .executeAsync(ALL, SCOPE)
        .thenCompose(page -> collect(page, new ArrayList<>()));
  }

  /** Stores a new migration; refused if the name exists. */
  public LwtOutcome create(MigrationRecord record) {
    MigrationSettings settings = record.settings();
    return statements.lwt(
        CREATE,
        SCOPE,
        record.name(),
        record.state().name(),
        record.paused().orElse(null),
        record.failure().orElse(null),
        record.publication().phase().name(),
        record.publication().epoch(),
        fence(record.publication()),
        record.source().keyspace(),
        record.source().table(),
        record.target().keyspace(),
        record.target().table(),
        record.mapping().checksum(),
        record.mapping().format(),
        record.mapping().specChecksum(),
        settings.minInstances(),
        settings.lease().toMillis(),
        settings.maxLag().toMillis(),
        settings.soak().toMillis(),
        settings.rowMarker().name().toLowerCase(Locale.ROOT),
        record.ownership().owner(),
        record.ownership().fencingToken(),
        record.createdAt(),
        record.updatedAt(),
        settings.writeMode().text());
  }

  /** Makes the holder of a newer fencing token the only one who may write the migration. */
  public LwtOutcome takeOver(String name, MigrationRecord.Ownership owner) {
    return statements.lwt(
        TAKE_OVER, owner.owner(), owner.fencingToken(), SCOPE, name, owner.fencingToken());
  }

  /**
   * Replaces state, publication, pause and failure; refused unless fencing token, epoch and state
   * are those of {@code seen}.
   */
  public LwtOutcome update(MigrationRecord seen, MigrationRecord next, Instant now) {
    return statements.lwt(
        UPDATE,
        next.state().name(),
        next.paused().orElse(null),
        next.failure().orElse(null),
        next.publication().phase().name(),
        next.publication().epoch(),
        fence(next.publication()),
        now,
        SCOPE,
        seen.name(),
        seen.ownership().fencingToken(),
        seen.publication().epoch(),
        seen.state().name());
  }

  /** Removes the row of a migration that never published a phase or has ended. */
  public LwtOutcome remove(MigrationRecord seen) {
    return statements.lwt(
        REMOVE, SCOPE, seen.name(), seen.ownership().fencingToken(), seen.state().name());
  }

  private CompletionStage<List<MigrationRecord>> collect(
      AsyncResultSet page, List<MigrationRecord> found) {
    page.currentPage().forEach(row -> found.add(read(row)));
    return page.hasMorePages()
        ? page.fetchNextPage().thenCompose(next -> collect(next, found))
        : java.util.concurrent.CompletableFuture.completedFuture(List.copyOf(found));
  }

  private static Long fence(Publication publication) {
    return publication.fence().isPresent() ? publication.fence().getAsLong() : null;
  }

  private static MigrationRecord read(Row row) {
    return new MigrationRecord(
        row.getString("name"),
        MigrationState.valueOf(row.getString("state")),
        new Publication(
            Phase.valueOf(row.getString("phase")),
            row.getLong("epoch"),
            row.isNull("fence") ? OptionalLong.empty() : OptionalLong.of(row.getLong("fence"))),
        new TableName(row.getString("source_keyspace"), row.getString("source_table")),
        new TableName(row.getString("target_keyspace"), row.getString("target_table")),
        new MigrationRecord.MappingReference(
            row.getString("mapping_checksum"),
            row.getInt("mapping_format"),
            row.getString("spec_checksum")),
        new MigrationSettings(
            row.getInt("min_instances"),
            Duration.ofMillis(row.getLong("lease_millis")),
            Duration.ofMillis(row.getLong("max_lag_millis")),
            Duration.ofMillis(row.getLong("soak_millis")),
            RowMarker.valueOf(row.getString("row_marker").toUpperCase(Locale.ROOT)),
            row.isNull("write_mode")
                ? WriteMode.PARALLEL
                : WriteMode.of(row.getString("write_mode"))),
        new MigrationRecord.Ownership(row.getString("owner"), row.getLong("fencing_token")),
        Optional.ofNullable(row.getString("paused")),
        Optional.ofNullable(row.getString("failure")),
        row.getInstant("created_at"),
        row.getInstant("updated_at"));
  }
}
