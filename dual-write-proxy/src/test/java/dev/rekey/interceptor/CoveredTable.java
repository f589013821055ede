package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.testkit.CassandraCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A table with a column of every kind on its way to a new key, and a third table like the source,
 * in which a session without Rekey does the same.
 */
record CoveredTable(Rekeying rekeying, String reference) {
  private static final String NAME = "covered";

  private static final List<String> REGULARS =
      List.of(
          "value double",
          "note text",
          "Quoted text",
          "tags set<text>",
          "attrs map<text, int>",
          "history list<int>",
          "fixed frozen<list<int>>",
          "place place",
          "spot frozen<place>",
          "pair frozen<tuple<int, text>>",
          "vec vector<float, 2>",
          "at timeuuid");

  static CoveredTable create(CqlSession plain, CassandraCluster cluster, String keyspace) {
    ddl(plain, "CREATE TYPE %s.place (x int, y text)".formatted(keyspace));
    ddl(plain, "CREATE TABLE %s.other (k text PRIMARY KEY, v text)".formatted(keyspace));
    String reference = keyspace + ".reference";
    String source = "PRIMARY KEY (sensor, ts))";
    table(plain, keyspace + "." + NAME, "", source);
    table(plain, reference, "", source);
    table(
        plain,
        keyspace + "." + NAME + "_by_day",
        "day date, ",
        "PRIMARY KEY ((sensor, day), ts)) WITH CLUSTERING ORDER BY (ts DESC)");
    KeyMapping mapping =
        new KeyMapping(
                keyspace + "_" + NAME,
                KeyMapping.FORMAT_VERSION,
                new TableShape(keyspace, NAME, columns(false)),
                new TableShape(keyspace, NAME + "_by_day", columns(true)),
                Map.of("day", Derivations.parse("date(ts)")))
            .indexed();
    IndexTables.create(plain, mapping);
    return new CoveredTable(Rekeying.of(plain, cluster, mapping), reference);
  }

  private static void table(CqlSession plain, String name, String day, String key) {
    String regulars =
        REGULARS.stream()
            .map(text -> column(text, 0).cql() + " " + type(text))
            .collect(Collectors.joining(", "));
    ddl(
        plain,
        "CREATE TABLE %s (sensor text, %sts timestamp, %s, %s".formatted(name, day, regulars, key));
  }

  private static List<Column> columns(boolean target) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("sensor", "text", ColumnKind.PARTITION_KEY, 0, false));
    if (target) {
      columns.add(new Column("day", "date", ColumnKind.PARTITION_KEY, 1, false));
    }
    columns.add(new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, target));
    for (String text : REGULARS) {
      columns.add(column(text, columns.size()));
    }
    return columns;
  }

  private static Column column(String text, int position) {
    return new Column(
        text.substring(0, text.indexOf(' ')), type(text), ColumnKind.REGULAR, position, false);
  }

  private static String type(String text) {
    return text.substring(text.indexOf(' ') + 1);
  }

  private static void ddl(CqlSession session, String cql) {
    session.execute(SimpleStatement.newInstance(cql).setTimeout(Duration.ofSeconds(60)));
  }
}
