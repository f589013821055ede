package dev.rekey.demo.app;

import dev.rekey.demo.history.History.WriteKind;
import dev.rekey.demo.history.Reading;
import dev.rekey.demo.history.RowKey;
import dev.rekey.demo.history.RowState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One write of the application, before it is a statement. */
sealed interface ReadingWrite {
  WriteKind kind();

  /** What the rows are once it is done, if it is sent now. */
  Map<RowKey, RowState> made(long nowMillis);

  /** The first row it touches, for the read that follows it. */
  RowKey firstKey();

  record Insert(RowKey key, Reading reading) implements ReadingWrite {
    @Override
    public WriteKind kind() {
      return WriteKind.INSERT;
    }

    @Override
    public Map<RowKey, RowState> made(long nowMillis) {
      return Map.of(key, new RowState.Present(reading));
    }

    @Override
    public RowKey firstKey() {
      return key;
    }
  }

  record InsertWithTtl(RowKey key, Reading reading, int ttlSeconds) implements ReadingWrite {
    /** How long a request may take; only until it is answered is the expiry so uncertain. */
    private static final long LONGEST_REQUEST_MILLIS = 60_000;

    @Override
    public WriteKind kind() {
      return WriteKind.INSERT_WITH_TTL;
    }

    @Override
    public Map<RowKey, RowState> made(long nowMillis) {
      return Map.of(
          key, state(new RowState.Interval(nowMillis, nowMillis + LONGEST_REQUEST_MILLIS)));
    }

    RowState state(RowState.Interval write) {
      return RowState.Expiring.of(reading, ttlSeconds, write);
    }

    @Override
    public RowKey firstKey() {
      return key;
    }
  }

  /** The column that an update changes. */
  enum Column {
    QUALITY,
    NOTE
  }

  /**
   * An update of one column.
   *
   * @param after the whole row after it
   */
  record Update(RowKey key, Column column, Reading after) implements ReadingWrite {
    @Override
    public WriteKind kind() {
      return WriteKind.UPDATE;
    }

    @Override
    public Map<RowKey, RowState> made(long nowMillis) {
      return Map.of(key, new RowState.Present(after));
    }

    @Override
    public RowKey firstKey() {
      return key;
    }
  }

  /**
   * One more element in the set.
   *
   * @param after the whole row after it
   */
  record AddTag(RowKey key, String tag, Reading after) implements ReadingWrite {
    @Override
    public WriteKind kind() {
      return WriteKind.UPDATE;
    }

    @Override
    public Map<RowKey, RowState> made(long nowMillis) {
      return Map.of(key, new RowState.Present(after));
    }

    @Override
    public RowKey firstKey() {
      return key;
    }
  }

  record Delete(RowKey key) implements ReadingWrite {
    @Override
    public WriteKind kind() {
      return WriteKind.DELETE;
    }

    @Override
    public Map<RowKey, RowState> made(long nowMillis) {
      return Map.of(key, new RowState.Deleted());
    }

    @Override
    public RowKey firstKey() {
      return key;
    }
  }

  /** Deletes the readings of a sensor from one ordinal to another, the last excluded. */
  record DeleteRange(int sensor, int from, int to) implements ReadingWrite {
    @Override
    public WriteKind kind() {
      return WriteKind.RANGE_DELETE;
    }

    @Override
    public Map<RowKey, RowState> made(long nowMillis) {
      Map<RowKey, RowState> made = new LinkedHashMap<>();
      for (int ordinal = from; ordinal < to; ordinal++) {
        made.put(new RowKey(sensor, ordinal), new RowState.Deleted());
      }
      return made;
    }

    @Override
    public RowKey firstKey() {
      return new RowKey(sensor, from);
    }
  }

  /** Several inserts of one sensor at once. */
  record Batch(List<Insert> inserts) implements ReadingWrite {
    public Batch {
      inserts = List.copyOf(inserts);
    }

    @Override
    public WriteKind kind() {
      return WriteKind.BATCH;
    }

    @Override
    public Map<RowKey, RowState> made(long nowMillis) {
      Map<RowKey, RowState> made = new LinkedHashMap<>();
      inserts.forEach(insert -> made.putAll(insert.made(nowMillis)));
      return made;
    }

    @Override
    public RowKey firstKey() {
      return inserts.get(0).key();
    }
  }
}
