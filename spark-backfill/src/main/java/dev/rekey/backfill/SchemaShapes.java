package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.TableShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads from the cluster what a table looks like right now. */
final class SchemaShapes {

  private final CqlSession session;

  SchemaShapes(CqlSession session) {
    this.session = session;
  }

  /** The table as the schema tables describe it; empty if it does not exist. */
  Optional<TableShape> find(String keyspace, String table) {
    List<Column> columns = new ArrayList<>();
    int others = 0;
    for (Row row :
        session.execute(
            SimpleStatement.newInstance(
                "SELECT column_name, type, kind, position, clustering_order"
                    + " FROM system_schema.columns WHERE keyspace_name = ? AND table_name = ?",
                keyspace,
                table))) {
      ColumnKind kind = kind(row.getString("kind"));
      int position = kind.isKey() ? row.getInt("position") : others++;
      columns.add(
          new Column(
              row.getString("column_name"),
              row.getString("type"),
              kind,
              position,
              "desc".equals(row.getString("clustering_order"))));
    }
    return columns.isEmpty()
        ? Optional.empty()
        : Optional.of(new TableShape(keyspace, table, columns));
  }

  /** The field names of a non-frozen user type of this keyspace, in order. */
  List<String> userTypeFields(String keyspace, String type) {
    Row row =
        session
            .execute(
                SimpleStatement.newInstance(
                    "SELECT field_names FROM system_schema.types"
                        + " WHERE keyspace_name = ? AND type_name = ?",
                    keyspace,
                    type.replace("\"", "")))
            .one();
    if (row == null) {
      throw new BackfillRefusedException(
          "Cannot copy a column of type %s: keyspace %s has no such type"
              .formatted(type, keyspace));
    }
    return List.copyOf(row.getList("field_names", String.class));
  }

  private static ColumnKind kind(String kind) {
    return switch (kind) {
      case "partition_key" -> ColumnKind.PARTITION_KEY;
      case "clustering" -> ColumnKind.CLUSTERING;
      case "static" -> ColumnKind.STATIC;
      case "regular" -> ColumnKind.REGULAR;
      default ->
          throw new BackfillRefusedException(
              "Cannot read the schema: unknown kind of column '" + kind + "'");
    };
  }
}
