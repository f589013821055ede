package dev.rekey.demo.app;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.demo.history.History;
import dev.rekey.demo.history.Reading;
import dev.rekey.demo.history.RowKey;
import dev.rekey.demo.history.RowState;
import dev.rekey.demo.history.Violation;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Reads single rows and ranges, and lets the history judge every row that was found and every one
 * that was not.
 */
final class ReadingReader implements Runnable {
  private static final int LONGEST_RANGE = 300;
  private static final int LARGEST_LIMIT = 40;
  private static final List<String> COLUMNS =
      List.of("note", "quality", "sensor_id", "tags", "ts", "unit", "value");

  private final CqlSession session;
  private final ReadingStatements statements;
  private final Dataset dataset;
  private final History history;
  private final RequestLog log;
  private final RecentKeys recent;
  private final InstantSource clock;
  private final RandomGenerator random;

  ReadingReader(
      SensorApplication application, ReadingStatements statements, RandomGenerator random) {
    this.session = application.session();
    this.statements = statements;
    this.dataset = application.shared().dataset();
    this.history = application.shared().history();
    this.log = application.shared().log();
    this.recent = application.shared().recent();
    this.clock = application.shared().clock();
    this.random = random;
  }

  @Override
  public void run() {
    RowKey key = anyKey();
    int dice = random.nextInt(10);
    if (dice < 5) {
      readOne(key, "point read");
    } else {
      int from = Math.max(0, key.ordinal() - random.nextInt(LONGEST_RANGE));
      int to = key.ordinal() + 1 + random.nextInt(LONGEST_RANGE / 10);
      if (dice < 8) {
        readRange(key.sensor(), from, to, Integer.MAX_VALUE);
      } else {
        readRange(key.sensor(), from, to, 1 + random.nextInt(LARGEST_LIMIT));
      }
    }
  }

  private RowKey anyKey() {
    if (random.nextBoolean()) {
      Optional<RowKey> written = recent.any(random);
      if (written.isPresent()) {
        return written.get();
      }
    }

    int sensor = random.nextBoolean() ? 0 : random.nextInt(dataset.sensors());
    return new RowKey(sensor, random.nextInt(dataset.loadedRows(sensor)));
  }

  void readOne(RowKey key, String where) {
    History.ReadMark mark = history.mark(key);
    long start = clock.millis();
    RequestLog.Sent sent = log.send(RequestLog.Kind.READ);
    Optional<Reading> found;
    try {
      found =
          Optional.ofNullable(session.execute(statements.selectOne(key)).one())
              .map(ReadingStatements::reading);
    } catch (DriverException | IllegalStateException error) {
      sent.failed(error);
      return;
    }

    sent.succeeded();
    history.judge(mark, found, new RowState.Interval(start, clock.millis()), where);
  }

  private void readRange(int sensor, int from, int to, int limit) {
    List<History.ReadMark> marks = new ArrayList<>();
    for (int ordinal = from; ordinal < to; ordinal++) {
      marks.add(history.mark(new RowKey(sensor, ordinal)));
    }
    boolean limited = limit < Integer.MAX_VALUE;
    BoundStatement statement =
        limited
            ? statements.selectFirst(sensor, from, to, limit)
            : statements.selectRange(sensor, from, to);
    long start = clock.millis();
    RequestLog.Sent sent = log.send(RequestLog.Kind.READ);
    List<Row> rows = new ArrayList<>();
    try {
      ResultSet result = session.execute(statement);
      judgeColumns(result);
      result.forEach(rows::add);
    } catch (DriverException | IllegalStateException error) {
      sent.failed(error);
      return;
    }

    sent.succeeded();
    judgeRange(marks, rows, limit, new RowState.Interval(start, clock.millis()));
  }

  private void judgeRange(
      List<History.ReadMark> marks, List<Row> rows, int limit, RowState.Interval interval) {
    String where = limit < Integer.MAX_VALUE ? "range read with LIMIT" : "range read in pages";
    int from = marks.get(0).key().ordinal();
    int sensor = marks.get(0).key().sensor();
    Map<Integer, Reading> found = new HashMap<>();
    int last = from - 1;
    for (Row row : rows) {
      Instant ts = row.getInstant("ts");
      Optional<RowKey> key =
          ts == null
              ? Optional.empty()
              : dataset.keyOf(String.valueOf(row.getString("sensor_id")), ts);
      if (key.isEmpty() || key.get().sensor() != sensor || key.get().ordinal() <= last) {
        history.report(
            new Violation(
                Violation.Kind.MISPLACED,
                where,
                dataset.sensorId(sensor) + " " + ts,
                "not in the order of time, or not in the range, after ordinal " + last));
        return;
      }
      last = key.get().ordinal();
      found.put(last, ReadingStatements.reading(row));
    }

    if (rows.size() > limit) {
      history.report(
          new Violation(
              Violation.Kind.WRONG,
              where,
              dataset.sensorId(sensor),
              "%d rows with LIMIT %d".formatted(rows.size(), limit)));
    }
    // A full page of a limited read says nothing about what comes after its last row.
    int end = rows.size() >= limit ? last + 1 : from + marks.size();
    for (History.ReadMark mark : marks.subList(0, Math.min(marks.size(), end - from))) {
      history.judge(mark, Optional.ofNullable(found.get(mark.key().ordinal())), interval, where);
    }
  }

  /** The application sees its table's columns, whatever table they come from. */
  private void judgeColumns(ResultSet result) {
    List<String> names = new ArrayList<>();
    result.getColumnDefinitions().forEach(column -> names.add(column.getName().asInternal()));
    names.sort(String::compareTo);
    if (!names.equals(COLUMNS)) {
      history.report(
          new Violation(
              Violation.Kind.WRONG,
              "range read",
              "columns",
              "%s instead of %s".formatted(names, COLUMNS)));
    }
  }
}
