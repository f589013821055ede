package dev.rekey.control;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import dev.rekey.core.mapping.Column;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The statements that make a change to one row of one table, each with its own timestamp. */
final class RowWrites {
  private final RowSide side;
  private final List<ByteBuffer> key;
  private final Function<Column, List<CqlIdentifier>> fields;

  /** A statement with its raw values. */
  record Bound(String cql, List<ByteBuffer> values) {}

  /** Cells that were written together share a statement. */
  private record Write(long micros, long secondsLeft) {}

  /**
   * @param fields the fields of the user type of a column, in order
   */
  RowWrites(RowSide side, List<ByteBuffer> key, Function<Column, List<CqlIdentifier>> fields) {
    this.side = side;
    this.key = key;
    this.fields = fields;
  }

  List<Bound> of(RowChange change) {
    List<Bound> writes = new ArrayList<>();
    change
        .rowRemoval()
        .ifPresent(
            micros ->
                writes.add(
                    new Bound(
                        "DELETE FROM %s USING TIMESTAMP ? WHERE %s"
                            .formatted(side.shape().qualifiedName(), side.equalities()),
                        withKey(List.of(micros(micros))))));
    change.marker().ifPresent(marker -> writes.add(insert(marker)));
    Map<Write, List<RowChange.Put>> puts = new LinkedHashMap<>();
    for (RowChange.Put put : change.puts()) {
      puts.computeIfAbsent(new Write(put.micros(), put.secondsLeft()), w -> new ArrayList<>())
          .add(put);
    }
    puts.forEach((write, cells) -> writes.add(update(write, cells)));
    Map<Long, List<CellPath>> removals = new TreeMap<>();
    change
        .removals()
        .forEach(
            (path, micros) -> removals.computeIfAbsent(micros, m -> new ArrayList<>()).add(path));
    removals.forEach((micros, paths) -> writes.add(delete(micros, paths)));
    change.replacements().forEach(replacement -> writes.addAll(replace(replacement)));
    return writes;
  }

  private Bound insert(RowChange.MarkerAt marker) {
    List<Column> columns = side.shape().primaryKey();
    List<ByteBuffer> values = new ArrayList<>(key);
    values.add(micros(marker.micros()));
    values.add(seconds(marker.secondsLeft()));
    return new Bound(
        "INSERT INTO %s (%s) VALUES (%s) USING TIMESTAMP ? AND TTL ?"
            .formatted(
                side.shape().qualifiedName(),
                columns.stream().map(Column::cql).collect(Collectors.joining(", ")),
                columns.stream().map(column -> "?").collect(Collectors.joining(", "))),
        values);
  }

  private Bound update(Write write, List<RowChange.Put> puts) {
    List<String> items = new ArrayList<>();
    List<ByteBuffer> values = new ArrayList<>();
    values.add(micros(write.micros()));
    values.add(seconds(write.secondsLeft()));
    Map<String, List<ByteBuffer>> sets = new LinkedHashMap<>();
    for (RowChange.Put put : puts) {
      RowSide.Part part = side.part(put.path().column());
      String name = part.column().cql();
      if (part.form() == RowSide.Form.SET) {
        sets.computeIfAbsent(name, n -> new ArrayList<>()).add(put.path().element().orElseThrow());
        continue;
      }
      items.add(place(put.path()) + " = ?");
      if (part.form() == RowSide.Form.MAP) {
        values.add(put.path().element().orElseThrow());
      }
      values.add(put.value());
    }
    sets.forEach(
        (name, elements) -> {
          items.add("%s = %s + ?".formatted(name, name));
          values.add(CollectionBytes.of(elements));
        });
    return new Bound(
        "UPDATE %s USING TIMESTAMP ? AND TTL ? SET %s WHERE %s"
            .formatted(side.shape().qualifiedName(), String.join(", ", items), side.equalities()),
        withKey(values));
  }

  private Bound delete(long micros, List<CellPath> paths) {
    List<String> items = new ArrayList<>();
    List<ByteBuffer> values = new ArrayList<>();
    for (CellPath path : paths) {
      items.add(place(path));
      boolean keyed = side.part(path.column()).form() != RowSide.Form.FIELDS;
      if (keyed) {
        path.element().ifPresent(values::add);
      }
    }
    values.add(micros(micros));
    return new Bound(
        "DELETE %s FROM %s USING TIMESTAMP ? WHERE %s"
            .formatted(String.join(", ", items), side.shape().qualifiedName(), side.equalities()),
        withKey(values));
  }

  private String place(CellPath path) {
    RowSide.Part part = side.part(path.column());
    String name = part.column().cql();
    if (path.element().isEmpty()) {
      return name;
    }
    return part.form() == RowSide.Form.FIELDS
        ? name + "." + fields.apply(part.column()).get(path.field()).asCql(true)
        : name + "[?]";
  }

  /** Elements of equal life go together; what is appended later comes later in the list. */
  private List<Bound> replace(RowChange.Replacement replacement) {
    RowSide.Part part = side.part(replacement.column());
    if (replacement.whole().isEmpty()) {
      return List.of(delete(replacement.micros(), List.of(CellPath.of(replacement.column()))));
    }
    RowState.Whole whole = replacement.whole().get();
    List<Long> lives = whole.secondsLeft();
    boolean oneLife = lives.stream().distinct().count() <= 1;
    if (oneLife) {
      long seconds = lives.isEmpty() ? RowState.FOREVER : lives.get(0);
      return List.of(assign(part, "", whole.value(), replacement.micros(), seconds));
    }
    List<ByteBuffer> elements =
        CollectionBytes.elements(whole.value(), 1).stream()
            .map(element -> element.orElseThrow())
            .toList();
    List<Bound> writes = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= elements.size(); i++) {
      if (i == elements.size() || !lives.get(i).equals(lives.get(from))) {
        ByteBuffer run = CollectionBytes.of(elements.subList(from, i));
        String before = writes.isEmpty() ? "" : part.column().cql() + " + ";
        writes.add(assign(part, before, run, replacement.micros(), lives.get(from)));
        from = i;
      }
    }
    return writes;
  }

  private Bound assign(
      RowSide.Part part, String before, ByteBuffer value, long micros, long seconds) {
    return new Bound(
        "UPDATE %s USING TIMESTAMP ? AND TTL ? SET %s = %s? WHERE %s"
            .formatted(
                side.shape().qualifiedName(), part.column().cql(), before, side.equalities()),
        withKey(List.of(micros(micros), seconds(seconds), value)));
  }

  private List<ByteBuffer> withKey(List<ByteBuffer> values) {
    List<ByteBuffer> all = new ArrayList<>(values);
    all.addAll(key);
    return all;
  }

  private static ByteBuffer micros(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, value);
  }

  private static ByteBuffer seconds(long value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, (int) value);
  }
}
