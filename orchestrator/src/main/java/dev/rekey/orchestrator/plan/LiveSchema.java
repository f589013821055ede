package dev.rekey.orchestrator.plan;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.ClusteringOrder;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.ViewMetadata;
import dev.rekey.control.TableName;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.orchestrator.plan.TableSchema.Features;
import dev.rekey.orchestrator.plan.TableSchema.Layout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tables as a running cluster describes them. */
public final class LiveSchema {

  /** Stored by the server, but not options of {@code CREATE TABLE}. */
  private static final List<String> NOT_OPTIONS = List.of("id", "flags", "extensions");

  private static final List<String> NEWER_OPTIONS =
      List.of("memtable", "allow_auto_snapshot", "incremental_backups");

  private final CqlSession session;

  /** A reader on a session whose schema metadata is switched on. */
  public LiveSchema(CqlSession session) {
    this.session = session;
  }

  /** The version of the oldest node that is known. */
  public ServerVersion version() {
    return session.getMetadata().getNodes().values().stream()
        .map(Node::getCassandraVersion)
        .filter(version -> version != null)
        .flatMap(version -> ServerVersion.parse(version.toString()).stream())
        .min(Comparator.naturalOrder())
        .orElse(ServerVersion.ASSUMED);
  }

  /** The table, after the metadata was read anew; empty if there is none of that name. */
  public Optional<TableSchema> find(TableName name) {
    session.refreshSchema();
    Optional<KeyspaceMetadata> keyspace =
        session.getMetadata().getKeyspace(CqlIdentifier.fromInternal(name.keyspace()));
    return keyspace.flatMap(
        found ->
            found
                .getTable(CqlIdentifier.fromInternal(name.table()))
                .map(table -> describe(found, table, name)));
  }

  /** The table's own id, which a table created anew under the same name does not share. */
  public Optional<String> tableId(TableName name) {
    return session
        .getMetadata()
        .getKeyspace(CqlIdentifier.fromInternal(name.keyspace()))
        .flatMap(keyspace -> keyspace.getTable(CqlIdentifier.fromInternal(name.table())))
        .flatMap(TableMetadata::getId)
        .map(Object::toString);
  }

  private TableSchema describe(KeyspaceMetadata keyspace, TableMetadata table, TableName name) {
    Map<String, String> options = new LinkedHashMap<>();
    table
        .getOptions()
        .forEach(
            (option, value) -> {
              if (value != null && !NOT_OPTIONS.contains(option.asInternal())) {
                options.put(option.asInternal(), literal(value));
              }
            });
    options.putAll(newerOptions(name));
    List<String> views =
        keyspace.getViewsOnTable(table.getName()).values().stream()
            .map(ViewMetadata::getName)
            .map(CqlIdentifier::asInternal)
            .toList();
    List<String> indexes =
        table.getIndexes().keySet().stream().map(CqlIdentifier::asInternal).toList();
    Features features =
        new Features(
            table.isCompactStorage() ? Layout.COMPACT : Layout.CQL,
            views,
            indexes,
            names("triggers", "trigger_name", name),
            names("dropped_columns", "column_name", name),
            version().atLeast(5, 0) ? names("column_masks", "column_name", name) : List.of());
    return new TableSchema(
        shape(name, table), options, features, TableSchema.LIVE + name + " on " + version());
  }

  /** What the driver's metadata does not know yet; absent columns are those of older servers. */
  private Map<String, String> newerOptions(TableName name) {
    Row row =
        session
            .execute(
                SimpleStatement.newInstance(
                    "SELECT * FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
                    name.keyspace(),
                    name.table()))
            .one();
    Map<String, String> options = new LinkedHashMap<>();
    for (String option : NEWER_OPTIONS) {
      if (row != null && row.getColumnDefinitions().contains(option) && !row.isNull(option)) {
        options.put(option, literal(row.getObject(option)));
      }
    }
    return options;
  }

  private List<String> names(String systemTable, String column, TableName name) {
    ResultSet rows =
        session.execute(
            SimpleStatement.newInstance(
                "SELECT %s FROM system_schema.%s WHERE keyspace_name = ? AND table_name = ?"
                    .formatted(column, systemTable),
                name.keyspace(),
                name.table()));
    List<String> names = new ArrayList<>();
    rows.forEach(row -> names.add(row.getString(0)));
    return names;
  }

  private static TableShape shape(TableName name, TableMetadata table) {
    List<Column> columns = new ArrayList<>();
    int position = 0;
    for (ColumnMetadata column : table.getPartitionKey()) {
      columns.add(column(column, ColumnKind.PARTITION_KEY, position++, false));
    }
    position = 0;
    for (Map.Entry<ColumnMetadata, ClusteringOrder> entry :
        table.getClusteringColumns().entrySet()) {
      boolean descending = entry.getValue() == ClusteringOrder.DESC;
      columns.add(column(entry.getKey(), ColumnKind.CLUSTERING, position++, descending));
    }
    int statics = 0;
    int regulars = 0;
    for (ColumnMetadata column : table.getColumns().values()) {
      boolean key =
          table.getPartitionKey().contains(column)
              || table.getClusteringColumns().containsKey(column);
      if (!key && column.isStatic()) {
        columns.add(column(column, ColumnKind.STATIC, statics++, false));
      } else if (!key) {
        columns.add(column(column, ColumnKind.REGULAR, regulars++, false));
      }
    }
    return new TableShape(name.keyspace(), name.table(), columns);
  }

  private static Column column(
      ColumnMetadata column, ColumnKind kind, int position, boolean descending) {
    return new Column(
        column.getName().asInternal(),
        column.getType().asCql(true, false),
        kind,
        position,
        descending);
  }

  static String literal(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .sorted(Comparator.comparing(entry -> entry.getKey().toString()))
          .map(entry -> "'%s': '%s'".formatted(quoted(entry.getKey()), quoted(entry.getValue())))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return value instanceof Number || value instanceof Boolean
        ? value.toString()
        : "'" + quoted(value) + "'";
  }

  private static String quoted(Object value) {
    return value.toString().replace("'", "''");
  }
}
