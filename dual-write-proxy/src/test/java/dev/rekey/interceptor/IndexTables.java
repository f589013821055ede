package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** The tables of a bucket index, for tests. */
final class IndexTables {
  private IndexTables() {}

  static void create(CqlSession session, KeyMapping mapping) {
    BucketIndex index = mapping.index().orElseThrow();
    for (TableShape table : List.of(index.buckets(), index.deletes())) {
      execute(session, ddl(table));
    }
  }

  static void execute(CqlSession session, String cql) {
    session.execute(SimpleStatement.newInstance(cql).setTimeout(Duration.ofSeconds(60)));
  }

  static String ddl(TableShape table) {
    String columns =
        table.columns().stream()
            .map(column -> column.cql() + " " + column.type())
            .collect(Collectors.joining(", "));
    String order =
        table.clustering().stream()
            .map(column -> column.cql() + (column.descending() ? " DESC" : " ASC"))
            .collect(Collectors.joining(", "));
    return "CREATE TABLE %s (%s, PRIMARY KEY ((%s), %s)) WITH CLUSTERING ORDER BY (%s)"
        .formatted(
            table.qualifiedName(),
            columns,
            names(table.partitionKey()),
            names(table.clustering()),
            order);
  }

  private static String names(List<Column> columns) {
    return columns.stream().map(Column::cql).collect(Collectors.joining(", "));
  }
}
