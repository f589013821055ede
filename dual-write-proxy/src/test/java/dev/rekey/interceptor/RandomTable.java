package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.Shard;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.testkit.CassandraCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table on its way to a new key, with the few values its random rows and queries draw from, so
 * that queries meet rows.
 *
 * @param bucketed the source column the buckets are computed from
 * @param promoted clustering columns of the source that become partition key columns unchanged
 */
record RandomTable(Rekeying rekeying, String bucketed, List<String> promoted) {
  private static final long HOUR = 3_600_000L;

  /** One partition per day; days before 1970 too, where floor and truncation differ. */
  static RandomTable byDay(CqlSession plain, CassandraCluster cluster, String keyspace) {
    TableShape source =
        shape(keyspace, "by_sensor", List.of("sensor text"), List.of("ts timestamp"));
    TableShape target =
        shape(
            keyspace,
            "by_sensor_day",
            List.of("sensor text", "day date"),
            List.of("ts timestamp desc"));
    return create(plain, cluster, mapping(source, target, Map.of("day", "date(ts)")), List.of());
  }

  /** A source that is read backwards by nature, and two clustering columns. */
  static RandomTable byDayDescending(CqlSession plain, CassandraCluster cluster, String keyspace) {
    TableShape source =
        shape(
            keyspace,
            "newest_first",
            List.of("sensor text"),
            List.of("ts timestamp desc", "seq int"));
    TableShape target =
        shape(
            keyspace,
            "newest_first_day",
            List.of("sensor text", "day date"),
            List.of("ts timestamp desc", "seq int"));
    return create(plain, cluster, mapping(source, target, Map.of("day", "date(ts)")), List.of());
  }

  /** A composite key, a clustering column promoted, columns renamed, quoted names. */
  static RandomTable composite(CqlSession plain, CassandraCluster cluster, String keyspace) {
    TableShape source =
        shape(
            keyspace,
            "Events",
            List.of("tenant uuid", "Device int"),
            List.of("kind text", "ts timestamp desc", "seq int"));
    TableShape target =
        shape(
            keyspace,
            "events_by_kind",
            List.of("tenant uuid", "unit int", "kind text", "slot timestamp"),
            List.of("ts timestamp", "number int desc"));
    Map<String, String> rules =
        Map.of("slot", "bucket(ts, 6h)", "unit", "\"Device\"", "number", "seq", "amount", "value");
    return create(plain, cluster, mapping(source, renamed(target), rules), List.of("kind"));
  }

  /** Days cut into shards, whose rows interleave; the sort column under another name. */
  static RandomTable sharded(CqlSession plain, CassandraCluster cluster, String keyspace) {
    TableShape source =
        shape(keyspace, "hot", List.of("sensor text"), List.of("ts timestamp desc"));
    TableShape target =
        shape(
            keyspace,
            "hot_sharded",
            List.of("sensor text", "day date", "bin int"),
            List.of("at timestamp"));
    Map<String, String> rules = Map.of("day", "date(ts)", "bin", "shard(ts, 3)", "at", "ts");
    return create(plain, cluster, mapping(source, target, rules), List.of());
  }

  private static TableShape renamed(TableShape target) {
    return new TableShape(
        target.keyspace(),
        target.table(),
        target.columns().stream()
            .map(
                column ->
                    column.name().equals("value")
                        ? new Column("amount", column.type(), column.kind(), 0, false)
                        : column)
            .toList());
  }

  private static KeyMapping mapping(
      TableShape source, TableShape target, Map<String, String> rules) {
    return new KeyMapping(
            source.table(),
            KeyMapping.FORMAT_VERSION,
            source,
            target,
            rules.entrySet().stream()
                .collect(
                    Collectors.toMap(
                        Map.Entry::getKey, entry -> Derivations.parse(entry.getValue()))))
        .indexed();
  }

  private static RandomTable create(
      CqlSession plain, CassandraCluster cluster, KeyMapping mapping, List<String> promoted) {
    for (TableShape shape : List.of(mapping.source(), mapping.target())) {
      plain.execute(SimpleStatement.newInstance(ddl(shape)).setTimeout(Duration.ofSeconds(60)));
    }
    IndexTables.create(plain, mapping);
    return new RandomTable(Rekeying.of(plain, cluster, mapping), "ts", promoted);
  }

  private static TableShape shape(
      String keyspace, String table, List<String> partition, List<String> clustering) {
    List<Column> columns = new ArrayList<>();
    partition.forEach(text -> columns.add(key(text, ColumnKind.PARTITION_KEY, columns.size())));
    int first = columns.size();
    clustering.forEach(
        text -> columns.add(key(text, ColumnKind.CLUSTERING, columns.size() - first)));
    List<String> regulars =
        List.of(
            "value double", "Note text", "amounts map<text, int>", "tags set<text>", "big bigint");
    for (String text : regulars) {
      int space = text.indexOf(' ');
      columns.add(
          new Column(
              text.substring(0, space), text.substring(space + 1), ColumnKind.REGULAR, 0, false));
    }
    return new TableShape(keyspace, table, columns);
  }

  private static Column key(String text, ColumnKind kind, int position) {
    String[] words = text.split(" ", -1);
    return new Column(words[0], words[1], kind, position, words.length > 2);
  }

  private static String ddl(TableShape shape) {
    String columns =
        shape.columns().stream()
            .map(column -> column.cql() + " " + column.type())
            .collect(Collectors.joining(", "));
    String order =
        shape.clustering().stream()
            .map(column -> column.cql() + (column.descending() ? " DESC" : " ASC"))
            .collect(Collectors.joining(", "));
    return "CREATE TABLE %s (%s, PRIMARY KEY ((%s), %s)) WITH CLUSTERING ORDER BY (%s)"
        .formatted(
            shape.qualifiedName(),
            columns,
            names(shape.partitionKey()),
            names(shape.clustering()),
            order);
  }

  static String names(List<Column> columns) {
    return columns.stream().map(Column::cql).collect(Collectors.joining(", "));
  }

  /** Whether the rows of several target partitions have to be merged. */
  boolean interleaves() {
    return rekeying.mapping.rules().values().stream().anyMatch(Shard.class::isInstance);
  }

  TableShape source() {
    return rekeying.mapping.source();
  }

  List<Column> key() {
    return source().primaryKey();
  }

  /** A value of a column, out of few for the key. */
  static Object value(Column column, Random random) {
    return switch (column.name()) {
      case "sensor" -> List.of("a", "b", "Bä", "it's; -- ?").get(random.nextInt(4));
      case "tenant" ->
          List.of(
                  new java.util.UUID(0x8000_0000_0000_4000L, 0x8000_0000_0000_0001L),
                  new java.util.UUID(0x1000_0000_0000_4000L, 0x8000_0000_0000_0002L),
                  new java.util.UUID(0x0000_0000_0000_1000L, 0x8000_0000_0000_0003L))
              .get(random.nextInt(3));
      case "Device" -> random.nextInt(3) - 1;
      case "kind" -> List.of("", "k1", "k2").get(random.nextInt(3));
      case "seq" -> random.nextInt(4) - 1;
      case "ts" -> instant(random);
      case "value" -> random.nextInt(10) == 0 ? Double.NaN : random.nextInt(100) / 4.0 - 5;
      case "Note" -> List.of("", "n1", "n2", "it's", "ü\"").get(random.nextInt(5));
      case "big" -> random.nextBoolean() ? random.nextLong() : (long) random.nextInt(7);
      case "tags" ->
          List.of("x", "y", "z").stream().limit(random.nextInt(4)).collect(Collectors.toSet());
      case "amounts" ->
          Stream.of("a", "b", "c")
              .limit(random.nextInt(4))
              .collect(Collectors.toMap(name -> name, name -> random.nextInt(9)));
      default -> throw new IllegalArgumentException("Cannot draw a value for " + column.name());
    };
  }

  /** Five days around 1970, on a grid, with the ends of buckets among them. */
  private static Instant instant(Random random) {
    long hours = (random.nextInt(40) - 16) * 3L;
    long off = List.of(0L, 0L, 0L, -1L, 1L, 1_234L).get(random.nextInt(6));
    return Instant.ofEpochMilli(hours * HOUR + off);
  }

  /** A value as CQL text. */
  static String literal(Object value, Random random) {
    if (value instanceof String text) {
      return "'" + text.replace("'", "''") + "'";
    }
    if (value instanceof Instant instant) {
      return random.nextBoolean() ? "'" + instant + "'" : String.valueOf(instant.toEpochMilli());
    }
    return String.valueOf(value);
  }
}
