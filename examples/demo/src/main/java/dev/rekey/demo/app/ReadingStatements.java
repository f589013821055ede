package dev.rekey.demo.app;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.rekey.demo.history.Reading;
import dev.rekey.demo.history.RowKey;
import java.util.Optional;
import java.util.Set;

/** The application's CQL. Every statement names the old table only. */
final class ReadingStatements {
  static final String INSERT =
      "INSERT INTO readings (sensor_id, ts, value, unit, quality, note, tags)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?)";
  static final String INSERT_WITH_TTL = INSERT + " USING TTL ?";
  static final String UPDATE_QUALITY =
      "UPDATE readings SET quality = ? WHERE sensor_id = ? AND ts = ?";
  static final String UPDATE_NOTE = "UPDATE readings SET note = ? WHERE sensor_id = ? AND ts = ?";
  static final String ADD_TAG =
      "UPDATE readings SET tags = tags + ? WHERE sensor_id = ? AND ts = ?";
  static final String DELETE = "DELETE FROM readings WHERE sensor_id = ? AND ts = ?";
  static final String DELETE_RANGE =
      "DELETE FROM readings WHERE sensor_id = ? AND ts >= ? AND ts < ?";
  static final String SELECT =
      "SELECT value, unit, quality, note, tags FROM readings WHERE sensor_id = ? AND ts = ?";
  static final String SELECT_RANGE =
      "SELECT * FROM readings WHERE sensor_id = ? AND ts >= ? AND ts < ?";
  static final String SELECT_FIRST =
      "SELECT sensor_id, ts, value, unit, quality, note, tags FROM readings"
          + " WHERE sensor_id = ? AND ts >= ? AND ts < ? LIMIT ?";

  /** Small, so that most range reads need several pages. */
  static final int PAGE_ROWS = 50;

  private final Dataset dataset;
  private final PreparedStatement insert;
  private final PreparedStatement insertWithTtl;
  private final PreparedStatement updateQuality;
  private final PreparedStatement updateNote;
  private final PreparedStatement addTag;
  private final PreparedStatement delete;
  private final PreparedStatement deleteRange;
  private final PreparedStatement select;
  private final PreparedStatement selectRange;
  private final PreparedStatement selectFirst;

  ReadingStatements(CqlSession session, Dataset dataset) {
    this.dataset = dataset;
    this.insert = session.prepare(INSERT);
    this.insertWithTtl = session.prepare(INSERT_WITH_TTL);
    this.updateQuality = session.prepare(UPDATE_QUALITY);
    this.updateNote = session.prepare(UPDATE_NOTE);
    this.addTag = session.prepare(ADD_TAG);
    this.delete = session.prepare(DELETE);
    this.deleteRange = session.prepare(DELETE_RANGE);
    this.select = session.prepare(SELECT);
    this.selectRange = session.prepare(SELECT_RANGE);
    this.selectFirst = session.prepare(SELECT_FIRST);
  }

  Statement<?> write(ReadingWrite write) {
    if (write instanceof ReadingWrite.Insert single) {
      return insert(single);
    }
    if (write instanceof ReadingWrite.InsertWithTtl expiring) {
      return row(insertWithTtl, expiring.key(), expiring.reading())
          .setInt(7, expiring.ttlSeconds())
          .build();
    }
    if (write instanceof ReadingWrite.Update update) {
      return update(update);
    }
    if (write instanceof ReadingWrite.AddTag add) {
      return addTag.bind(Set.of(add.tag()), sensorId(add.key()), dataset.timestamp(add.key()));
    }
    if (write instanceof ReadingWrite.Delete single) {
      return delete.bind(sensorId(single.key()), dataset.timestamp(single.key()));
    }
    if (write instanceof ReadingWrite.DeleteRange range) {
      return range(deleteRange, range.sensor(), range.from(), range.to());
    }

    BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
    ((ReadingWrite.Batch) write).inserts().forEach(single -> batch.addStatement(insert(single)));
    return batch.build();
  }

  private BoundStatement insert(ReadingWrite.Insert single) {
    return row(insert, single.key(), single.reading()).build();
  }

  /** Binds every column, null where there is nothing: what was there before is overwritten. */
  private BoundStatementBuilder row(PreparedStatement statement, RowKey key, Reading reading) {
    return statement
        .boundStatementBuilder()
        .setString(0, sensorId(key))
        .setInstant(1, dataset.timestamp(key))
        .setDouble(2, reading.value())
        .setString(3, reading.unit())
        .setInt(4, reading.quality())
        .setString(5, reading.note().orElse(null))
        .setSet(6, reading.tags().isEmpty() ? null : reading.tags(), String.class);
  }

  /** An insert of a row that has no cells for what it has not, as bulk loads write it. */
  BoundStatement load(RowKey key, Reading reading) {
    BoundStatementBuilder builder = row(insert, key, reading);
    if (reading.note().isEmpty()) {
      builder = builder.unset(5);
    }
    if (reading.tags().isEmpty()) {
      builder = builder.unset(6);
    }
    return builder.build();
  }

  private BoundStatement update(ReadingWrite.Update update) {
    RowKey key = update.key();
    Reading after = update.after();
    return switch (update.column()) {
      case QUALITY -> updateQuality.bind(after.quality(), sensorId(key), dataset.timestamp(key));
      case NOTE ->
          updateNote.bind(after.note().orElse(null), sensorId(key), dataset.timestamp(key));
    };
  }

  BoundStatement selectOne(RowKey key) {
    return select.bind(sensorId(key), dataset.timestamp(key));
  }

  /** Reads ordinals from one to another, the last excluded, in small pages. */
  BoundStatement selectRange(int sensor, int from, int to) {
    return range(selectRange, sensor, from, to).setPageSize(PAGE_ROWS);
  }

  BoundStatement selectFirst(int sensor, int from, int to, int limit) {
    return selectFirst.bind(
        dataset.sensorId(sensor),
        dataset.timestamp(new RowKey(sensor, from)),
        dataset.timestamp(new RowKey(sensor, to)),
        limit);
  }

  private BoundStatement range(PreparedStatement statement, int sensor, int from, int to) {
    return statement.bind(
        dataset.sensorId(sensor),
        dataset.timestamp(new RowKey(sensor, from)),
        dataset.timestamp(new RowKey(sensor, to)));
  }

  private String sensorId(RowKey key) {
    return dataset.sensorId(key.sensor());
  }

  /** The columns outside the key. */
  static Reading reading(Row row) {
    Set<String> tags = row.getSet("tags", String.class);
    return new Reading(
        row.getDouble("value"),
        String.valueOf(row.getString("unit")),
        row.getInt("quality"),
        Optional.ofNullable(row.getString("note")),
        tags == null ? Set.of() : tags);
  }
}
