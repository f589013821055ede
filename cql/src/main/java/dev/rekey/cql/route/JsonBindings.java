package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Span;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The values of an INSERT JSON: the application's, and behind them those of the object's key. */
final class JsonBindings implements Bindings {
  private final Bindings application;
  private final JsonRow row;
  private final KeyMapping mapping;
  private final int firstKey;

  /**
   * @throws UnroutableException if the object cannot be mirrored
   */
  JsonBindings(Bindings application, String json, KeyMapping mapping, int firstKey) {
    this.application = application;
    this.row = JsonRow.parse(json);
    this.mapping = mapping;
    this.firstKey = firstKey;
    JsonInserts.requireMirrored(row, mapping);
  }

  @Override
  public BoundValue marker(int index) {
    return index < firstKey
        ? application.marker(index)
        : key(mapping.source().primaryKey().get(index - firstKey));
  }

  private BoundValue key(Column column) {
    return row.field(column.name())
        .flatMap(field -> JsonScalars.toBytes(row.valueOf(field), column.name(), column.type()))
        .map(BoundValue::of)
        .orElse(BoundValue.NULL);
  }

  @Override
  public ByteBuffer evaluated(Hole.Evaluated call) {
    return application.evaluated(call);
  }

  /** The object for the target: its names, and the computed columns at the end. */
  ByteBuffer target(Map<String, ByteBuffer> computed) {
    Edits edits = new Edits(row.text(), new Span(0, row.text().length()));
    for (JsonRow.Field field : row.fields()) {
      String carrier = mapping.carrier(field.column()).orElseThrow().name();
      if (!carrier.equals(field.column())) {
        edits.replace(field.name(), name(carrier));
      }
    }
    StringBuilder more = new StringBuilder();
    List<Column> derived = mapping.derivedColumns();
    for (Column column : derived) {
      more.append(row.fields().isEmpty() && more.isEmpty() ? "" : ", ")
          .append(name(column.name()))
          .append(": ")
          .append(JsonScalars.toJson(computed.get(column.name()), column.type()));
    }
    edits.replace(new Span(row.end(), row.end()), more.toString());
    return ByteBuffer.wrap(edits.apply().text().getBytes(StandardCharsets.UTF_8));
  }

  /** With quotes of its own, so that its case is kept. */
  private static String name(String column) {
    return JsonRow.quoted('"' + column + '"');
  }
}
