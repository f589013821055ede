package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The forms a read can have; each reads rows on three days of a partition of its own. */
final class ReadForms {
  static final String RANGE =
      " WHERE sensor = '{k}' AND ts >= '2024-05-01 00:00:00Z' AND ts < '2024-05-04 00:00:00Z'";

  private final List<Form> forms = new ArrayList<>();

  private ReadForms() {}

  static List<Form> all() {
    ReadForms forms = new ReadForms();
    forms.keys();
    forms.columns();
    forms.reductions();
    forms.executions();
    return forms.forms;
  }

  private void add(String group, String name, String cql, Form.Action action) {
    forms.add(
        new Form(
            group,
            name,
            cql,
            (place, text) -> {
              WriteForms.rows(place);
              return action.run(place, text);
            }));
  }

  private void text(String group, String name, String cql) {
    add(group, name, cql, (place, text) -> place.run(text));
  }

  private void keys() {
    text(
        "SELECT, rows",
        "one row",
        "SELECT * FROM {t} WHERE sensor = '{k}' AND ts = '2024-05-02 12:00:00Z'");
    text("SELECT, rows", "a closed range", "SELECT ts, value FROM {t}" + RANGE);
    text(
        "SELECT, rows",
        "a closed range, ORDER BY … DESC, LIMIT",
        "SELECT ts FROM {t}" + RANGE + " ORDER BY ts DESC LIMIT 2");
    text(
        "SELECT, rows",
        "a range that is empty",
        "SELECT ts FROM {t} WHERE sensor = '{k}' AND ts > 2000 AND ts < 1000");
    text(
        "SELECT, rows",
        "IN on the clustering column",
        "SELECT ts FROM {t} WHERE sensor = '{k}' AND ts IN ('2024-05-03 12:00:00Z', '2024-05-01"
            + " 12:00:00Z')");
    text(
        "SELECT, rows",
        "IN on the partition key",
        "SELECT sensor, ts FROM {t} WHERE sensor IN ('{k}', 'none') AND ts = '2024-05-02"
            + " 12:00:00Z'");
    text(
        "SELECT, rows",
        "IN on the partition key and a range, PER PARTITION LIMIT",
        "SELECT sensor, ts FROM {t} WHERE sensor IN ('{k}', 'none') AND ts >= '2024-05-01"
            + " 00:00:00Z' AND ts < '2024-05-04 00:00:00Z' PER PARTITION LIMIT 2");
    text("SELECT, rows", "an empty IN", "SELECT ts FROM {t} WHERE sensor = '{k}' AND ts IN ()");
    text(
        "SELECT, rows",
        "a closed range, filtered",
        "SELECT ts FROM {t}" + RANGE + " AND note = 'first' ALLOW FILTERING");
    text(
        "SELECT, rows",
        "a range without an end",
        "SELECT ts FROM {t} WHERE sensor = '{k}' AND ts >= '2024-05-02 00:00:00Z'");
    text("SELECT, rows", "a partition", "SELECT ts FROM {t} WHERE sensor = '{k}'");
    text(
        "SELECT, rows",
        "a range of tuples",
        "SELECT ts FROM {t} WHERE sensor = '{k}' AND (ts) > (0) AND (ts) < (1)");
    text("SELECT, rows", "token()", "SELECT ts FROM {t} WHERE token(sensor) = token('{k}')");
  }

  private void columns() {
    text(
        "SELECT, columns",
        "WRITETIME and TTL",
        "SELECT writetime(value), ttl(note) AS l FROM {t}"
            + RANGE
            + " AND value = 0.1 ALLOW FILTERING");
    text(
        "SELECT, columns",
        "aliases, casts and functions",
        "SELECT ts AS t, CAST(value AS text), toDate(ts), \"Quoted\" FROM {t}" + RANGE);
    text(
        "SELECT, columns",
        "elements, fields and slices",
        "SELECT attrs['a'], attrs['a'..'b'], place.x, tags['x'] FROM {t}" + RANGE);
    text("SELECT, columns", "JSON", "SELECT JSON ts, \"Quoted\", attrs FROM {t}" + RANGE);
  }

  private void reductions() {
    text("SELECT, reduced", "counts", "SELECT count(*), count(note) AS n FROM {t}" + RANGE);
    text("SELECT, reduced", "least and greatest", "SELECT min(ts), max(ts) FROM {t}" + RANGE);
    text(
        "SELECT, reduced",
        "an average of one target partition",
        "SELECT avg(value) FROM {t} WHERE sensor = '{k}' AND ts >= '2024-05-01 00:00:00Z' AND ts <"
            + " '2024-05-01 23:00:00Z'");
    text("SELECT, reduced", "an average of several", "SELECT avg(value) FROM {t}" + RANGE);
    text("SELECT, reduced", "DISTINCT", "SELECT DISTINCT sensor FROM {t} WHERE sensor = '{k}'");
    text(
        "SELECT, reduced",
        "GROUP BY",
        "SELECT sensor, count(*) FROM {t}" + RANGE + " GROUP BY sensor");
  }

  private void executions() {
    String markers = "SELECT * FROM {t} WHERE sensor = ? AND ts >= ? AND ts < ? LIMIT ?";
    add(
        "SELECT, execution",
        "simple, positional",
        markers,
        (p, cql) ->
            p.run(cql, p.key(), WriteForms.TS, WriteForms.TS.plusSeconds(WriteForms.DAY * 2), 9));
    add(
        "SELECT, execution",
        "simple, named",
        "SELECT ts FROM {t} WHERE sensor = :s AND ts >= :a AND ts <= :a",
        (p, cql) ->
            p.run(
                SimpleStatement.newInstance(
                    p.text(cql), Map.of("s", p.key(), "a", WriteForms.TS))));
    add(
        "SELECT, execution",
        "prepared",
        markers,
        (p, cql) ->
            p.run(
                p.prepare(cql)
                    .bind(
                        p.key(), WriteForms.TS, WriteForms.TS.plusSeconds(WriteForms.DAY * 2), 9)));
    add(
        "SELECT, execution",
        "prepared, IN ?",
        "SELECT sensor, ts FROM {t} WHERE sensor IN ? AND ts IN ?",
        (p, cql) -> p.run(p.prepare(cql).bind(List.of(p.key(), "none"), List.of(WriteForms.TS))));
    add(
        "SELECT, execution",
        "pages of one row",
        markers,
        (p, cql) ->
            p.run(
                p.prepare(cql)
                    .bind(p.key(), WriteForms.TS, WriteForms.TS.plusSeconds(WriteForms.DAY * 2), 9)
                    .setPageSize(1)));
    add(
        "SELECT, execution",
        "asynchronous pages",
        "SELECT ts FROM {t}" + RANGE,
        (p, cql) ->
            pages(
                p.session()
                    .executeAsync(SimpleStatement.newInstance(p.text(cql)).setPageSize(1))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS)));
    add(
        "SELECT, execution",
        "reactive",
        "SELECT ts FROM {t}" + RANGE,
        (p, cql) ->
            Reactive.rows(
                p.session()
                    .executeReactive(SimpleStatement.newInstance(p.text(cql)).setPageSize(1))));
    add(
        "SELECT, execution",
        "keyspace of the statement",
        "SELECT ts FROM {t}" + RANGE,
        (p, cql) ->
            p.run(
                SimpleStatement.newInstance(p.text(cql).replace(p.keyspace() + ".", ""))
                    .setKeyspace(p.keyspace())));
  }

  private static List<Row> pages(AsyncResultSet first) throws Exception {
    List<Row> rows = new ArrayList<>();
    AsyncResultSet page = first;
    page.currentPage().forEach(rows::add);
    while (page.hasMorePages()) {
      page = page.fetchNextPage().toCompletableFuture().get(60, TimeUnit.SECONDS);
      page.currentPage().forEach(rows::add);
    }
    return rows;
  }
}
