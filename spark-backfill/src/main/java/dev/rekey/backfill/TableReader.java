package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.TableShape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Reads the rows of one table as raw cells with their times.
 *
 * <p>Every column is named, and its times have aliases: {@code SELECT *} would give wrong values
 * after an ALTER on older protocols, and the server's own names for functions are ambiguous.
 */
final class TableReader {

  private final TableShape shape;
  private final List<String> inputs;
  private final List<ReadColumn> columns;
  private final ElementTimes elementTimes;

  /**
   * @param inputs the names of the key inputs, primary key first and in order
   * @param columns the value columns
   */
  TableReader(
      TableShape shape, List<String> inputs, List<ReadColumn> columns, ElementTimes elementTimes) {
    this.shape = shape;
    this.inputs = List.copyOf(inputs);
    this.columns = List.copyOf(columns);
    this.elementTimes = elementTimes;
  }

  /** The rows of one token range, whose two ends are the two markers. */
  String scan() {
    String token = "token(" + Cql.list(names(shape.partitionKey())) + ")";
    return select() + " WHERE " + token + " > ? AND " + token + " <= ?";
  }

  /** One row, by its whole primary key in order. */
  String byKey() {
    return select() + " WHERE " + Cql.equalities(names(shape.primaryKey()));
  }

  private String select() {
    List<String> items = new ArrayList<>();
    inputs.forEach(input -> items.add(Cql.quoted(input)));
    for (int i = 0; i < columns.size(); i++) {
      String name = Cql.quoted(columns.get(i).name());
      items.add(name);
      if (timed(columns.get(i))) {
        items.add("writetime(" + name + ") AS w" + i);
        items.add("ttl(" + name + ") AS t" + i);
      }
    }
    return "SELECT " + String.join(", ", items) + " FROM " + shape.qualifiedName();
  }

  /**
   * The cells of one row.
   *
   * @param readMillis when the row's page was asked for; expiries count from then
   */
  RowImage read(Row row, long readMillis) {
    Map<String, ByteBuffer> values = new LinkedHashMap<>();
    int index = 0;
    for (String input : inputs) {
      ByteBuffer value = row.getBytesUnsafe(index++);
      if (value != null) {
        values.put(input, value);
      }
    }
    long readSecond = Math.floorDiv(readMillis, 1000);
    List<Cell> cells = new ArrayList<>();
    for (ReadColumn column : columns) {
      addCells(row, index, column, readSecond, cells);
      index += timed(column) ? 3 : 1;
    }
    return new RowImage(values, cells, readMillis);
  }

  private void addCells(Row row, int index, ReadColumn column, long readSecond, List<Cell> cells) {
    ByteBuffer value = row.getBytesUnsafe(index);
    if (value == null) {
      return;
    }
    if (column.form() == CellForm.ATOMIC) {
      OptionalLong expiry =
          row.isNull(index + 2)
              ? OptionalLong.empty()
              : OptionalLong.of(readSecond + row.getInt(index + 2));
      cells.add(
          new Cell(column.firstSlot(), value, OptionalLong.of(row.getLong(index + 1)), expiry));
      return;
    }
    List<Optional<ByteBuffer>> parts = parts(column, value);
    List<OptionalLong> writetimes = Collections.nCopies(parts.size(), OptionalLong.empty());
    List<OptionalLong> expiries = writetimes;
    if (timed(column)) {
      writetimes = longs(row.getBytesUnsafe(index + 1), parts.size());
      expiries = expiries(row.getBytesUnsafe(index + 2), parts.size(), readSecond);
    }
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).isPresent()) {
        int slot = column.firstSlot() + (column.form() == CellForm.USER_TYPE ? i : 0);
        cells.add(new Cell(slot, parts.get(i).get(), writetimes.get(i), expiries.get(i)));
      }
    }
  }

  private static List<Optional<ByteBuffer>> parts(ReadColumn column, ByteBuffer value) {
    if (column.form() == CellForm.USER_TYPE) {
      return CollectionBytes.fields(value, column.fields());
    }
    return CollectionBytes.split(value, column.form()).stream().map(Optional::of).toList();
  }

  private static List<OptionalLong> longs(ByteBuffer list, int expected) {
    List<OptionalLong> numbers =
        CollectionBytes.values(list).stream()
            .map(v -> v.map(b -> OptionalLong.of(b.getLong(b.position()))))
            .map(v -> v.orElse(OptionalLong.empty()))
            .toList();
    return padded(numbers, expected);
  }

  private static List<OptionalLong> expiries(ByteBuffer list, int expected, long readSecond) {
    if (list == null) {
      return Collections.nCopies(expected, OptionalLong.empty());
    }
    List<OptionalLong> seconds =
        CollectionBytes.values(list).stream()
            .map(v -> v.map(b -> OptionalLong.of(readSecond + b.getInt(b.position()))))
            .map(v -> v.orElse(OptionalLong.empty()))
            .toList();
    return padded(seconds, expected);
  }

  /** A user type written before it gained fields has fewer times than fields. */
  private static List<OptionalLong> padded(List<OptionalLong> times, int expected) {
    if (times.size() >= expected) {
      return times;
    }
    return Stream.concat(
            times.stream(),
            Collections.nCopies(expected - times.size(), OptionalLong.empty()).stream())
        .toList();
  }

  private boolean timed(ReadColumn column) {
    return column.form() == CellForm.ATOMIC || elementTimes == ElementTimes.READABLE;
  }

  private static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }
}
