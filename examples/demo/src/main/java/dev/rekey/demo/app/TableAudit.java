package dev.rekey.demo.app;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.demo.history.History;
import dev.rekey.demo.history.Reading;
import dev.rekey.demo.history.RowKey;
import dev.rekey.demo.history.RowState;
import dev.rekey.demo.history.Violation;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads a whole table past any interceptor and checks every row, one by one, against the history;
 * then every row that should be there and was not found, and every one that should not be.
 *
 * <p>Run it while the writers wait; then each row has exactly one right state.
 */
public final class TableAudit {
  private static final int PAGE_ROWS = 1000;

  private final CqlSession session;
  private final Dataset dataset;
  private final History history;
  private final Map<String, Partition> partitions = new HashMap<>();
  private final Map<Integer, BitSet> seen = new TreeMap<>();
  private final Map<Count, Long> counts = new EnumMap<>(Count.class);
  private long found;

  private enum Count {
    LOADED,
    VALUE,
    DELETE,
    EXPIRED,
    IN_DOUBT
  }

  private static final class Partition {
    private long rows;
    private long bytes;
  }

  public TableAudit(CqlSession session, Dataset dataset, History history) {
    this.session = session;
    this.dataset = dataset;
    this.history = history;
  }

  /**
   * Checks the table; violations are reported to the history.
   *
   * @param table with its keyspace; its rows have a column {@code day} if it is the re-keyed one
   */
  public AuditResult run(String table) {
    long before = history.totals().violationCount();
    SimpleStatement scan =
        SimpleStatement.newInstance("SELECT * FROM " + table)
            .setPageSize(PAGE_ROWS)
            .setTimeout(Duration.ofSeconds(30));
    long start = System.currentTimeMillis();
    for (Row row : session.execute(scan)) {
      check(row, table, new RowState.Interval(start, System.currentTimeMillis()));
    }
    checkAbsent(table, new RowState.Interval(start, System.currentTimeMillis()));
    return new AuditResult(
        table,
        found,
        count(Count.LOADED),
        count(Count.VALUE),
        count(Count.DELETE),
        count(Count.EXPIRED),
        count(Count.IN_DOUBT),
        history.totals().violationCount() - before,
        sizes());
  }

  private long count(Count kind) {
    return counts.getOrDefault(kind, 0L);
  }

  private void check(Row row, String table, RowState.Interval read) {
    found++;
    String sensorId = String.valueOf(row.getString("sensor_id"));
    Instant ts = row.getInstant("ts");
    Optional<RowKey> key = ts == null ? Optional.empty() : dataset.keyOf(sensorId, ts);
    String partition = sensorId;
    if (row.getColumnDefinitions().contains("day")) {
      LocalDate day = row.getLocalDate("day");
      partition += " " + day;
      if (ts == null || !LocalDate.ofInstant(ts, ZoneOffset.UTC).equals(day)) {
        misplaced(table, sensorId + " " + ts, "in the partition of day " + day);
        return;
      }
    }
    measure(partition, row);
    if (key.isEmpty()) {
      misplaced(table, sensorId + " " + ts, "no reading of the application has this key");
      return;
    }

    BitSet ofSensor = seen.computeIfAbsent(key.get().sensor(), sensor -> new BitSet());
    if (ofSensor.get(key.get().ordinal())) {
      misplaced(table, key.get().toString(), "found twice");
      return;
    }
    ofSensor.set(key.get().ordinal());
    judge(key.get(), Optional.of(ReadingStatements.reading(row)), read, table);
  }

  private void checkAbsent(String table, RowState.Interval read) {
    for (int sensor = 0; sensor < dataset.sensors(); sensor++) {
      for (int ordinal = 0; ordinal < dataset.loadedRows(sensor); ordinal++) {
        checkIfAbsent(new RowKey(sensor, ordinal), table, read);
      }
    }
    for (RowKey key : history.touchedKeys()) {
      if (key.ordinal() >= dataset.loadedRows(key.sensor())) {
        checkIfAbsent(key, table, read);
      }
    }
  }

  private void checkIfAbsent(RowKey key, String table, RowState.Interval read) {
    BitSet ofSensor = seen.get(key.sensor());
    if (ofSensor == null || !ofSensor.get(key.ordinal())) {
      judge(key, Optional.empty(), read, table);
    }
  }

  private void judge(RowKey key, Optional<Reading> found, RowState.Interval read, String table) {
    counts.merge(countOf(key, found), 1L, Long::sum);
    history.judge(history.mark(key), found, read, table);
  }

  private Count countOf(RowKey key, Optional<Reading> found) {
    if (history.isInDoubt(key)) {
      return Count.IN_DOUBT;
    }
    if (!history.isTouched(key)) {
      return Count.LOADED;
    }
    RowState state = history.newest(key);
    if (state instanceof RowState.Deleted || state instanceof RowState.Unwritten) {
      return Count.DELETE;
    }
    return state instanceof RowState.Expiring && found.isEmpty() ? Count.EXPIRED : Count.VALUE;
  }

  private void misplaced(String table, String row, String detail) {
    history.report(new Violation(Violation.Kind.MISPLACED, table, row, detail));
  }

  private void measure(String name, Row row) {
    Partition partition = partitions.computeIfAbsent(name, n -> new Partition());
    partition.rows++;
    for (int i = 0; i < row.size(); i++) {
      ByteBuffer value = row.getBytesUnsafe(i);
      partition.bytes += value == null ? 0 : value.remaining();
    }
  }

  private PartitionSizes sizes() {
    List<Long> rows = new ArrayList<>();
    List<Long> bytes = new ArrayList<>();
    for (Partition partition : partitions.values()) {
      rows.add(partition.rows);
      bytes.add(partition.bytes);
    }
    return PartitionSizes.of(rows, bytes);
  }
}
