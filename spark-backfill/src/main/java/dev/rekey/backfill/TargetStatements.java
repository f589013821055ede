package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.TableShape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns the statements of a row into bound statements of the target.
 *
 * <p>One INSERT and one UPDATE are prepared over all columns; what a statement does not carry stays
 * unset, which unlike null writes nothing. A time to live is always given, 0 where a cell has none:
 * the table's default would otherwise end it.
 */
final class TargetStatements {

  private final TableShape target;
  private final List<Slot> slots;
  private final PreparedStatement insert;
  private final Optional<PreparedStatement> update;
  private final int[] insertIndexes;
  private final WriteTimes times;

  TargetStatements(CqlSession session, TableShape target, List<Slot> slots, WriteTimes times) {
    this.target = target;
    this.slots = List.copyOf(slots);
    this.times = times;
    this.insertIndexes = insertIndexes(target, slots);
    this.insert = session.prepare(insertText());
    this.update = slots.isEmpty() ? Optional.empty() : Optional.of(session.prepare(updateText()));
  }

  /**
   * One statement of a row.
   *
   * @param nowMillis remaining lifetimes count from here
   * @return empty if everything in it has expired by now
   */
  Optional<BoundStatement> bind(List<ByteBuffer> key, WriteGroup group, long nowMillis) {
    int ttl = 0;
    if (group.expirySecond().isPresent()) {
      long remaining = group.expirySecond().getAsLong() - Math.floorDiv(nowMillis, 1000);
      if (remaining <= 0) {
        return Optional.empty();
      }
      ttl = Math.toIntExact(remaining);
    }
    long timestamp = times.of(group.timestamp());
    BoundStatement statement =
        switch (group.verb()) {
          case INSERT -> insert(key, group, timestamp, ttl);
          case UPDATE -> update(key, group, timestamp, ttl);
        };
    return Optional.of(statement);
  }

  private BoundStatement insert(List<ByteBuffer> key, WriteGroup group, long timestamp, int ttl) {
    BoundStatementBuilder builder = insert.boundStatementBuilder();
    for (int i = 0; i < key.size(); i++) {
      builder = builder.setBytesUnsafe(i, key.get(i));
    }
    for (Cell cell : group.cells()) {
      builder = builder.setBytesUnsafe(insertIndexes[cell.slot()], cell.value());
    }
    int timestampIndex = key.size() + (int) slots.stream().filter(Slot::insertable).count();
    return builder
        .setLong(timestampIndex, timestamp)
        .setInt(timestampIndex + 1, ttl)
        .setIdempotence(true)
        .build();
  }

  private BoundStatement update(List<ByteBuffer> key, WriteGroup group, long timestamp, int ttl) {
    BoundStatementBuilder builder =
        update.orElseThrow().boundStatementBuilder().setLong(0, timestamp).setInt(1, ttl);
    for (Map.Entry<Integer, ByteBuffer> value : valuesBySlot(group).entrySet()) {
      builder = builder.setBytesUnsafe(2 + value.getKey(), value.getValue());
    }
    for (int i = 0; i < key.size(); i++) {
      builder = builder.setBytesUnsafe(2 + slots.size() + i, key.get(i));
    }
    return builder.setIdempotence(true).build();
  }

  private Map<Integer, ByteBuffer> valuesBySlot(WriteGroup group) {
    Map<Integer, List<ByteBuffer>> parts = new TreeMap<>();
    for (Cell cell : group.cells()) {
      parts.computeIfAbsent(cell.slot(), unused -> new ArrayList<>()).add(cell.value());
    }
    Map<Integer, ByteBuffer> values = new TreeMap<>();
    parts.forEach(
        (slot, list) ->
            values.put(
                slot,
                switch (slots.get(slot).form()) {
                  case SET, MAP -> CollectionBytes.join(list);
                  case ATOMIC, USER_TYPE, LIST, COUNTER -> list.get(0);
                }));
    return values;
  }

  private String insertText() {
    List<String> names =
        Stream.concat(
                target.primaryKey().stream().map(Column::name),
                slots.stream().filter(Slot::insertable).map(Slot::column))
            .toList();
    String markers = names.stream().map(unused -> "?").collect(Collectors.joining(", "));
    return "INSERT INTO %s (%s) VALUES (%s) USING TIMESTAMP ? AND TTL ?"
        .formatted(target.qualifiedName(), Cql.list(names), markers);
  }

  private String updateText() {
    String assignments = slots.stream().map(Slot::assignment).collect(Collectors.joining(", "));
    String where = Cql.equalities(target.primaryKey().stream().map(Column::name).toList());
    return "UPDATE %s USING TIMESTAMP ? AND TTL ? SET %s WHERE %s"
        .formatted(target.qualifiedName(), assignments, where);
  }

  private static int[] insertIndexes(TableShape target, List<Slot> slots) {
    int[] indexes = new int[slots.size()];
    int next = target.primaryKey().size();
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = slots.get(i).insertable() ? next++ : -1;
    }
    return indexes;
  }
}
