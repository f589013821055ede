package dev.rekey.examples.readings;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.interceptor.Rekeying;
import dev.rekey.testkit.CassandraCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The application's table and its migration to one partition a day. */
final class ReadingsMigration {
  private static final String REST = " ts timestamp, value double, quality int, note text,";

  private ReadingsMigration() {}

  static Rekeying create(CqlSession plain, CassandraCluster cluster, String keyspace) {
    ddl(
        plain,
        "CREATE TABLE %s.readings (sensor_id text,%s PRIMARY KEY (sensor_id, ts)) WITH CLUSTERING ORDER BY (ts DESC)"
            .formatted(keyspace, REST));
    ddl(
        plain,
        "CREATE TABLE %s.readings_by_day (sensor_id text, day date,%s PRIMARY KEY ((sensor_id, day), ts)) WITH CLUSTERING ORDER BY (ts DESC)"
            .formatted(keyspace, REST));
    KeyMapping mapping =
        new KeyMapping(
            "readings-by-day",
            KeyMapping.FORMAT_VERSION,
            new TableShape(keyspace, "readings", columns(List.of("sensor_id"))),
            new TableShape(keyspace, "readings_by_day", columns(List.of("sensor_id", "day"))),
            Map.of("day", Derivations.parse("date(ts)")));
    return Rekeying.of(plain, cluster, mapping);
  }

  private static List<Column> columns(List<String> partitionKey) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < partitionKey.size(); i++) {
      String type = partitionKey.get(i).equals("day") ? "date" : "text";
      columns.add(new Column(partitionKey.get(i), type, ColumnKind.PARTITION_KEY, i, false));
    }
    columns.add(new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, true));
    columns.add(new Column("value", "double", ColumnKind.REGULAR, 0, false));
    columns.add(new Column("quality", "int", ColumnKind.REGULAR, 1, false));
    columns.add(new Column("note", "text", ColumnKind.REGULAR, 2, false));
    return columns;
  }

  private static void ddl(CqlSession session, String cql) {
    session.execute(SimpleStatement.newInstance(cql).setTimeout(Duration.ofSeconds(60)));
  }
}
