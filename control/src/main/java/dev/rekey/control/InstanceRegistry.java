package dev.rekey.control;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/**
 * The fleet: {@code rekey.instance}. Only lightweight transactions write it. A row that is no
 * longer live refuses its owner's renewal, which tells the owner to stop and register anew.
 */
public final class InstanceRegistry {
  /** Partitions the fleet is spread over. */
  static final int BUCKETS = 16;

  private static final String REGISTER =
      "INSERT INTO rekey.instance (bucket, incarnation, application, host, pid, version, formats,"
          + " status, started_at, lease_until, lease_millis, request_timeout_millis, clock_micros,"
          + " acknowledged, counters) VALUES (?, ?, ?, ?, ?, ?, ?, 'live', ?, ?, ?, ?, ?, ?, ?)"
          + " IF NOT EXISTS";
  private static final String RENEW =
      "UPDATE rekey.instance SET lease_until = ?, clock_micros = ?, acknowledged = ?, counters = ?"
          + " WHERE bucket = ? AND incarnation = ? IF status = 'live'";
  private static final String CLOSE =
      "UPDATE rekey.instance SET status = 'closed', ended_at = ?, acknowledged = ?, counters = ?"
          + " WHERE bucket = ? AND incarnation = ? IF status = 'live'";
  private static final String MARK_DEAD =
      "UPDATE rekey.instance SET status = 'dead', ended_at = ?"
          + " WHERE bucket = ? AND incarnation = ? IF status = 'live' AND lease_until = ?";
  private static final String REMOVE =
      "DELETE FROM rekey.instance WHERE bucket = ? AND incarnation = ? IF status = ?";
  private static final String LIST = "SELECT * FROM rekey.instance WHERE bucket = ?";

  private final ControlStatements statements;

  public InstanceRegistry(CqlSession session) {
    this.statements = new ControlStatements(session);
  }

  /** Writes the row of a new incarnation; it must be applied before the phase is read. */
  public CompletionStage<LwtOutcome> register(InstanceRecord record) {
    InstanceRecord.Process process = record.process();
    return statements.lwtAsync(
        REGISTER,
        bucket(record.incarnation()),
        record.incarnation(),
        process.application(),
        process.host(),
        process.pid(),
        process.version(),
        process.formats(),
        record.startedAt(),
        record.lease().until(),
        record.lease().length().toMillis(),
        record.lease().requestTimeout().toMillis(),
        record.clockMicros(),
        record.acknowledged(),
        record.counters());
  }

  /**
   * Extends the lease and reports epochs and counters; refused if the row is no longer live, and
   * then the instance must stop serving the migrating tables.
   */
  public CompletionStage<LwtOutcome> renew(InstanceRecord record) {
    return statements.lwtAsync(
        RENEW,
        record.lease().until(),
        record.clockMicros(),
        record.acknowledged(),
        record.counters(),
        bucket(record.incarnation()),
        record.incarnation());
  }

  /** Ends the row cleanly: nothing of this incarnation is in flight any more. */
  public CompletionStage<LwtOutcome> close(InstanceRecord record, Instant now) {
    return statements.lwtAsync(
        CLOSE,
        now,
        record.acknowledged(),
        record.counters(),
        bucket(record.incarnation()),
        record.incarnation());
  }

  /** Declares an instance dead; refused if it renewed its lease since the record was read. */
  public LwtOutcome markDead(InstanceRecord seen, Instant now) {
    return statements.lwt(
        MARK_DEAD, now, bucket(seen.incarnation()), seen.incarnation(), seen.lease().until());
  }

  /** Removes the row of an instance that has ended and was accounted for. */
  public LwtOutcome remove(InstanceRecord seen) {
    return statements.lwt(
        REMOVE, bucket(seen.incarnation()), seen.incarnation(), seen.status().stored());
  }

  /** Every row, whatever its status, at QUORUM: every registration that was applied is seen. */
  public List<InstanceRecord> list() {
    List<InstanceRecord> instances = new ArrayList<>();
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      for (Row row : statements.execute(LIST, bucket)) {
        if (!row.isNull("status")) {
          instances.add(read(row));
        }
      }
    }
    return List.copyOf(instances);
  }

  private static int bucket(UUID incarnation) {
    return Math.floorMod(incarnation.hashCode(), BUCKETS);
  }

  private static InstanceRecord read(Row row) {
    Map<String, Long> acknowledged = row.getMap("acknowledged", String.class, Long.class);
    Map<String, Long> counters = row.getMap("counters", String.class, Long.class);
    return new InstanceRecord(
        row.getUuid("incarnation"),
        new InstanceRecord.Process(
            row.getString("application"),
            row.getString("host"),
            row.getLong("pid"),
            row.getString("version"),
            row.getSet("formats", Integer.class)),
        InstanceRecord.Status.of(row.getString("status")),
        new InstanceRecord.Lease(
            row.getInstant("lease_until"),
            Duration.ofMillis(row.getLong("lease_millis")),
            Duration.ofMillis(row.getLong("request_timeout_millis"))),
        row.getLong("clock_micros"),
        acknowledged,
        counters,
        row.getInstant("started_at"),
        Optional.ofNullable(row.getInstant("ended_at")));
  }
}
