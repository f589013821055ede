package dev.rekey.control;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.CqlType;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.Leg;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * One table of a migration as rows of it are read and written here: the regular columns that both
 * tables have, under the source's names.
 */
final class RowSide {
  private final TableShape shape;
  private final Map<String, Part> parts;

  /** How a column is stored, and so how it is read and written. */
  enum Form {
    CELL,
    SET,
    MAP,
    FIELDS,
    WHOLE
  }

  /**
   * A column.
   *
   * @param timed whether the server tells when it, or each element of it, was written
   */
  record Part(Column column, Form form, boolean timed) {}

  private RowSide(TableShape shape, Map<String, Part> parts) {
    this.shape = shape;
    this.parts = parts;
  }

  /** Whether the server tells of each element of a collection when it was written. */
  enum Elements {
    TIMED,
    UNTIMED
  }

  static RowSide of(KeyMapping mapping, Leg leg, Elements elements) {
    Map<String, Part> parts = new java.util.LinkedHashMap<>();
    for (Column target : mapping.target().regulars()) {
      if (mapping.rule(target.name()) instanceof Derivation.Copy copy) {
        Column source = mapping.source().requireColumn(copy.column());
        Column column = leg == Leg.SOURCE ? source : target;
        parts.put(source.name(), part(column, elements == Elements.TIMED));
      }
    }
    return new RowSide(leg == Leg.SOURCE ? mapping.source() : mapping.target(), parts);
  }

  private static Part part(Column column, boolean timed) {
    if (!column.isMultiCell()) {
      return new Part(column, Form.CELL, true);
    }
    CqlType type = CqlType.parse(column.type());
    if (!timed || type.name().equals("list")) {
      return new Part(column, Form.WHOLE, timed);
    }
    Form form = type.isUserType() ? Form.FIELDS : type.name().equals("map") ? Form.MAP : Form.SET;
    return new Part(column, form, true);
  }

  TableShape shape() {
    return shape;
  }

  Part part(String sourceColumn) {
    return parts.get(sourceColumn);
  }

  /** Whether the column is copied at all. */
  boolean has(String sourceColumn) {
    return parts.containsKey(sourceColumn);
  }

  String equalities() {
    return shape.primaryKey().stream()
        .map(column -> column.cql() + " = ?")
        .collect(Collectors.joining(" AND "));
  }

  String select() {
    List<String> items = new ArrayList<>();
    shape.primaryKey().forEach(column -> items.add(column.cql()));
    for (Part part : parts.values()) {
      String name = part.column().cql();
      items.add(name);
      if (part.timed()) {
        items.add("writetime(" + name + ")");
        items.add("ttl(" + name + ")");
      }
    }
    return "SELECT %s FROM %s WHERE %s"
        .formatted(String.join(", ", items), shape.qualifiedName(), equalities());
  }

  /**
   * What a row says.
   *
   * @param row an answer to {@link #select}; empty if there was none
   */
  RowState parse(Optional<Row> row) {
    return row.map(this::parse).orElse(RowState.ABSENT);
  }

  private RowState parse(Row row) {
    Map<CellPath, RowState.Live> cells = new HashMap<>();
    Map<String, RowState.Whole> wholes = new HashMap<>();
    int index = shape.primaryKey().size();
    for (Map.Entry<String, Part> entry : parts.entrySet()) {
      Part part = entry.getValue();
      ByteBuffer value = row.getBytesUnsafe(index);
      if (value != null) {
        read(entry.getKey(), part, value, new Times(row, index + 1), cells, wholes);
      }
      index += part.timed() ? 3 : 1;
    }
    return new RowState(true, cells, wholes);
  }

  private static void read(
      String name,
      Part part,
      ByteBuffer value,
      Times times,
      Map<CellPath, RowState.Live> cells,
      Map<String, RowState.Whole> wholes) {
    switch (part.form()) {
      case CELL -> cells.put(CellPath.of(name), times.ofColumn(value));
      case SET -> {
        List<Optional<ByteBuffer>> elements = CollectionBytes.elements(value, 1);
        for (int i = 0; i < elements.size(); i++) {
          ByteBuffer nothing = ByteBuffer.allocate(0);
          cells.put(CellPath.of(name, elements.get(i).orElseThrow()), times.of(i, nothing));
        }
      }
      case MAP -> {
        List<Optional<ByteBuffer>> entries = CollectionBytes.elements(value, 2);
        for (int i = 0; i < entries.size() / 2; i++) {
          cells.put(
              CellPath.of(name, entries.get(2 * i).orElseThrow()),
              times.of(i, entries.get(2 * i + 1).orElseThrow()));
        }
      }
      case FIELDS -> {
        List<Optional<ByteBuffer>> fields = CollectionBytes.fields(value);
        for (int i = 0; i < fields.size(); i++) {
          if (fields.get(i).isPresent()) {
            cells.put(CellPath.ofField(name, i), times.of(i, fields.get(i).get()));
          }
        }
      }
      case WHOLE -> wholes.put(name, part.timed() ? times.ofWhole(value) : untimed(value));
    }
  }

  private static RowState.Whole untimed(ByteBuffer value) {
    return new RowState.Whole(value, OptionalLong.empty(), List.of());
  }

  /** The write time and the life beside a column's value. */
  private record Times(Row row, int index) {

    RowState.Live ofColumn(ByteBuffer value) {
      long seconds = row.isNull(index + 1) ? RowState.FOREVER : left(row.getInt(index + 1));
      return new RowState.Live(value, row.getLong(index), seconds);
    }

    RowState.Live of(int element, ByteBuffer value) {
      return new RowState.Live(
          value,
          CollectionBytes.numbers(row.getBytesUnsafe(index)).get(element).orElseThrow(),
          lives().get(element));
    }

    RowState.Whole ofWhole(ByteBuffer value) {
      OptionalLong largest =
          CollectionBytes.numbers(row.getBytesUnsafe(index)).stream()
              .flatMap(Optional::stream)
              .mapToLong(Long::longValue)
              .max();
      return new RowState.Whole(value, largest, lives());
    }

    private List<Long> lives() {
      return CollectionBytes.numbers(row.getBytesUnsafe(index + 1)).stream()
          .map(seconds -> seconds.map(Times::left).orElse(RowState.FOREVER))
          .toList();
    }

    /** What ends within this second still lives. */
    private static long left(long seconds) {
      return Math.max(1, seconds);
    }
  }
}
