package dev.rekey.migrations;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * History rows in one partition, whose static column {@code fence} is the token of the newest
 * runner.
 *
 * <p><b>Fencing.</b> Cassandra can make a write conditional on cells of its own partition only; the
 * lock row is elsewhere. So a new holder first copies its token into the partition ({@code fence},
 * by LWT, only upwards), and every write of a row is an LWT with {@code IF fence = token AND
 * revision = r}. Both act on one Paxos instance, so once a new holder has raised the fence no write
 * of an older one can land, however long it was delayed; and a delayed copy of a write of the same
 * holder fails at its revision. What cannot be fenced is a script's own statement: CQL has no
 * condition for DDL. It is sent only while {@link Lease#isHeld()}, and the row says beforehand
 * which statement is about to run, so that a successor knows what is in doubt.
 *
 * <p>All writes here are LWTs and all reads are SERIAL.
 */
final class CassandraHistoryStore implements HistoryStore {
  private static final String CHAIN = "main";
  private static final int MAX_ATTEMPTS = 5;

  private final CqlSession session;
  private final String table;
  private final Duration timeout;

  CassandraHistoryStore(CqlSession session, String keyspace, Duration timeout) {
    this.session = session;
    this.table = CqlIdentifier.fromInternal(keyspace).asCql(true) + ".schema_history";
    this.timeout = timeout;
  }

  @Override
  public List<HistoryRow> rows() {
    List<HistoryRow> rows = new ArrayList<>();
    for (Row row : select("script, " + HistoryColumns.NAMES)) {
      if (row.getString("script") != null) { // else only the fence is there
        rows.add(HistoryColumns.read(row));
      }
    }
    return rows;
  }

  @Override
  public OptionalLong fence() {
    Row row = select("fence").one();
    return row == null || row.isNull("fence")
        ? OptionalLong.empty()
        : OptionalLong.of(row.getLong("fence"));
  }

  private ResultSet select(String columns) {
    return session.execute(
        Lwt.read(
            SimpleStatement.newInstance(
                    "SELECT " + columns + " FROM " + table + " WHERE chain = ?", CHAIN)
                .setTimeout(timeout)));
  }

  @Override
  public void raiseFence(long token) {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      OptionalLong now = fence();
      if (now.isPresent() && now.getAsLong() == token) {
        return;
      }
      if (now.isPresent() && now.getAsLong() > token) {
        throw superseded(token, now.getAsLong());
      }
      // The answer does not matter: the next turn reads what came of it.
      execute(
          SimpleStatement.newInstance(
              "UPDATE " + table + " SET fence = ? WHERE chain = ? IF fence = ?",
              token,
              CHAIN,
              now.isPresent() ? now.getAsLong() : null));
    }
    throw unknown("raise the fence to token " + token);
  }

  @Override
  public void write(HistoryRow row) {
    List<Object> values = HistoryColumns.values(row);
    values.add(CHAIN);
    values.add(row.script());
    values.add(row.token());
    values.add(row.revision() == 1 ? null : row.revision() - 1);
    SimpleStatement statement =
        SimpleStatement.newInstance(
            "UPDATE "
                + table
                + " SET "
                + HistoryColumns.NAMES.replace(",", " = ?,")
                + " = ? WHERE chain = ? AND script = ? IF fence = ? AND revision = ?",
            values.toArray());
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (execute(statement).orElse(false) || settled(row, attempt)) {
        return;
      }
    }
    throw unknown("record progress of " + row.script());
  }

  /** Whether the row stands as wanted; false to send the write again. */
  private boolean settled(HistoryRow wanted, int attempt) {
    OptionalLong fence = fence();
    if (fence.isEmpty() || fence.getAsLong() != wanted.token()) {
      throw superseded(wanted.token(), fence.orElse(0));
    }
    long stored =
        rows().stream()
            .filter(row -> row.script().equals(wanted.script()))
            .mapToLong(HistoryRow::revision)
            .findFirst()
            .orElse(0);
    if (stored == wanted.revision()) {
      return true; // only the holder of the fence can have written that revision
    }
    if (stored != wanted.revision() - 1) {
      throw new MigrationException(
          "Cannot record progress of %s: its row is at revision %d, expected %d (try %d). Somebody wrote it without the lock; look at the table, then run again."
              .formatted(wanted.script(), stored, wanted.revision() - 1, attempt + 1));
    }
    return false;
  }

  /** Whether it was applied; empty if nobody knows. */
  private Optional<Boolean> execute(SimpleStatement statement) {
    try {
      return Optional.of(session.execute(Lwt.write(statement).setTimeout(timeout)).wasApplied());
    } catch (DriverException e) {
      if (DriverErrors.isRefusal(e)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static LockLostException superseded(long token, long fence) {
    return new LockLostException(
        "Cannot write history with token %d: the runner with token %d has taken over. Nothing was written; stop here."
            .formatted(token, fence));
  }

  private static MigrationException unknown(String what) {
    return new MigrationException(
        "Cannot %s: outcome still unknown after %d tries. Check that a quorum of replicas is up, then run again."
            .formatted(what, MAX_ATTEMPTS));
  }
}
