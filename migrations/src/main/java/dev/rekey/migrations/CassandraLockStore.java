package dev.rekey.migrations;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** Lock rows in the table {@code lock}: writes by LWT at SERIAL and QUORUM, reads at SERIAL. */
final class CassandraLockStore implements LockStore {
  private static final Duration MAX_TIMEOUT = Duration.ofSeconds(10);

  private final CqlSession session;
  private final String table;
  private final Duration timeout;

  /**
   * @param lease requests time out after a third of it, so that a renewal can be tried again
   */
  CassandraLockStore(CqlSession session, String keyspace, Duration lease) {
    this.session = session;
    this.table = CqlIdentifier.fromInternal(keyspace).asCql(true) + ".lock";
    Duration third = lease.dividedBy(3);
    this.timeout = third.compareTo(MAX_TIMEOUT) < 0 ? third : MAX_TIMEOUT;
  }

  @Override
  public Optional<LockRow> read(String name) {
    Row row =
        session
            .execute(
                SimpleStatement.newInstance(
                        "SELECT fencing_token, beat, holder, owner, until, lease_millis FROM "
                            + table
                            + " WHERE name = ?",
                        name)
                    .setConsistencyLevel(DefaultConsistencyLevel.SERIAL)
                    .setIdempotent(true)
                    .setTimeout(timeout))
            .one();
    if (row == null) {
      return Optional.empty();
    }
    return Optional.of(
        new LockRow(
            name,
            row.getLong("fencing_token"),
            row.getLong("beat"),
            Optional.ofNullable(row.getUuid("holder")),
            Objects.requireNonNull(row.getString("owner")),
            Objects.requireNonNull(row.getInstant("until")),
            Duration.ofMillis(row.getLong("lease_millis"))));
  }

  @Override
  public Answer insert(LockRow row) {
    return write(
        SimpleStatement.newInstance(
            "INSERT INTO "
                + table
                + " (name, fencing_token, beat, holder, owner, until, lease_millis)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?) IF NOT EXISTS",
            row.name(),
            row.token(),
            row.beat(),
            row.holder().orElse(null),
            row.owner(),
            row.until(),
            row.lease().toMillis()));
  }

  @Override
  public Answer replace(LockRow expected, LockRow next) {
    return write(
        SimpleStatement.newInstance(
            "UPDATE "
                + table
                + " SET fencing_token = ?, beat = ?, holder = ?, owner = ?, until = ?,"
                + " lease_millis = ? WHERE name = ?"
                + " IF fencing_token = ? AND beat = ? AND holder = ?",
            next.token(),
            next.beat(),
            next.holder().orElse(null),
            next.owner(),
            next.until(),
            next.lease().toMillis(),
            next.name(),
            expected.token(),
            expected.beat(),
            expected.holder().orElse(null)));
  }

  private Answer write(SimpleStatement statement) {
    try {
      // Not idempotent: the driver must not send it again by itself, as a second copy that is
      // refused would hide that the first was applied.
      boolean applied = session.execute(Lwt.write(statement).setTimeout(timeout)).wasApplied();
      return applied ? Answer.APPLIED : Answer.REFUSED;
    } catch (DriverException e) {
      if (DriverErrors.isRefusal(e)) {
        throw e;
      }
      return Answer.UNKNOWN;
    }
  }
}
