package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.data.UdtValue;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.TupleType;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The forms a write can have. */
final class WriteForms {
  static final Instant TS = Instant.parse("2024-05-01T12:00:00Z");
  static final long DAY = 86_400L;

  private static final String ROW =
      "INSERT INTO {t} (sensor, ts, value, note, \"Quoted\", tags, attrs, place, spot, fixed)"
          + " VALUES ('{k}', ?, 1.5, 'first', 'q', {'x', 'y'}, {'a': 1, 'b': 2}, {x: 1, y: 'p'},"
          + " {x: 2, y: 's'}, [1, 2])";

  static final String FULL_KEY = " WHERE sensor = '{k}' AND ts = '2024-05-01 12:00:00Z'";

  private final List<Form> forms = new ArrayList<>();

  private WriteForms() {}

  static List<Form> all() {
    WriteForms forms = new WriteForms();
    forms.values();
    forms.lives();
    forms.elements();
    forms.deletes();
    forms.others();
    return Stream.concat(forms.forms.stream(), BatchForms.all().stream()).toList();
  }

  /** Rows on three days to change. */
  static void rows(Form.Place place) {
    for (int day = 0; day < 3; day++) {
      place.run(ROW, TS.plusSeconds(DAY * day));
    }
  }

  private void add(String group, String name, String cql, Form.Action action) {
    forms.add(new Form(group, name, cql, action));
  }

  /** A statement that is all text, on rows that are there. */
  private void text(String group, String name, String cql) {
    add(
        group,
        name,
        cql,
        (place, text) -> {
          rows(place);
          return place.run(text);
        });
  }

  private void bound(String group, String name, String cql, Object... values) {
    add(
        group,
        name,
        cql,
        (place, text) -> {
          rows(place);
          Object[] own = new Object[values.length];
          for (int i = 0; i < values.length; i++) {
            own[i] = values[i] instanceof String one ? place.text(one) : values[i];
          }
          return place.run(place.prepare(text).bind(own));
        });
  }

  private void values() {
    String insert = "INSERT INTO {t} (sensor, ts, value, note) VALUES (?, ?, ?, ?)";
    text(
        "Values",
        "literals",
        "INSERT INTO {t} (sensor, ts, value, note) VALUES ('{k}', '2024-05-09T01:02:03.004+0200',"
            + " -1e3, 'it''s ?')");
    add("Values", "simple, positional", insert, (p, cql) -> p.run(cql, p.key(), TS, 1.0, "n"));
    String named = "INSERT INTO {t} (sensor, ts, value, note) VALUES (:s, :t, :v, :n)";
    add(
        "Values",
        "simple, named",
        named,
        (p, cql) ->
            p.run(
                SimpleStatement.newInstance(
                    p.text(cql), Map.of("s", p.key(), "t", TS, "v", 2.0, "n", "n"))));
    bound("Values", "prepared, positional", insert, "{k}", TS, 3.0, "n");
    bound("Values", "prepared, positional, null", insert, "{k}", TS, null, "n");
    add(
        "Values",
        "prepared, named",
        named,
        (p, cql) ->
            p.run(
                p.prepare(cql)
                    .boundStatementBuilder()
                    .setString("s", p.key())
                    .setInstant("t", TS)
                    .setDouble("v", 4.0)
                    .setString("n", "n")
                    .build()));
    add(
        "Values",
        "prepared, a name twice",
        "INSERT INTO {t} (sensor, ts, note, \"Quoted\") VALUES (:s, :t, :n, :n)",
        (p, cql) ->
            p.run(
                p.prepare(cql)
                    .boundStatementBuilder()
                    .setString("s", p.key())
                    .setInstant("t", TS)
                    .setString("n", "both")
                    .build()));
    add(
        "Values",
        "prepared, unset",
        insert,
        (p, cql) -> {
          rows(p);
          BoundStatement some = p.prepare(cql).boundStatementBuilder(p.key(), TS).build();
          return p.run(some.setDouble(2, 9.0));
        });
    text("Values", "NULL", "UPDATE {t} SET value = null, tags = null, place = null" + FULL_KEY);
    text(
        "Values",
        "IN on the clustering column",
        "UPDATE {t} SET value = 8.5 WHERE sensor = '{k}' AND ts IN ('2024-05-01 12:00:00Z',"
            + " '2024-05-03 12:00:00Z')");
    bound(
        "Values",
        "IN ?",
        "UPDATE {t} SET value = 8.5 WHERE sensor = ? AND ts IN ?",
        "{k}",
        List.of(TS, TS.plusSeconds(DAY)));
    text(
        "Values",
        "functions",
        "INSERT INTO {t} (sensor, ts, at) VALUES ('{k}', toTimestamp(now()), now())");
    bound(
        "Values",
        "functions, prepared",
        "INSERT INTO {t} (sensor, ts, at) VALUES (?, currentTimestamp(), now())",
        "{k}");
    text(
        "Values",
        "a function that is not known",
        "INSERT INTO {t} (sensor, ts, note) VALUES ('{k}', 0, cast(now() as text))");
  }

  private void lives() {
    String insert =
        "INSERT INTO {t} (sensor, ts, value) VALUES ('{k}', '2024-05-01 12:00:00Z', 7.0)";
    text("USING", "TTL, literal", insert + " USING TTL 90000");
    text("USING", "TIMESTAMP, literal", insert + " USING TIMESTAMP 1900000000000000");
    text("USING", "both, literals", insert + " USING TTL 90000 AND TIMESTAMP 1900000000000000");
    bound(
        "USING",
        "both, markers",
        insert + " USING TIMESTAMP ? AND TTL ?",
        1_900_000_000_000_000L,
        80_000);
    add(
        "USING",
        "both, simple, named",
        "UPDATE {t} USING TTL :l AND TIMESTAMP :w SET note = :n" + FULL_KEY,
        (p, cql) ->
            p.run(
                SimpleStatement.newInstance(
                    p.text(cql), Map.of("l", 70_000, "w", 1_900_000_000_000_000L, "n", "x"))));
    bound("USING", "TTL null", insert + " USING TTL ?", new Object[] {null});
    add("USING", "TTL unset", insert + " USING TTL ?", (p, cql) -> p.run(p.prepare(cql).bind()));
    text("USING", "TTL 0", insert + " USING TTL 0");
    add(
        "USING",
        "timestamp of the request",
        insert,
        (p, cql) ->
            p.run(
                SimpleStatement.newInstance(p.text(cql))
                    .setQueryTimestamp(1_900_000_000_000_000L)));
    text(
        "USING",
        "DELETE with TIMESTAMP",
        "DELETE FROM {t} USING TIMESTAMP 1900000000000000" + FULL_KEY);
  }

  private void elements() {
    text(
        "Elements",
        "set, add and remove",
        "UPDATE {t} SET tags = tags + {'z'}, tags = tags - {'x'}" + FULL_KEY);
    bound(
        "Elements",
        "set, +=, marker",
        "UPDATE {t} SET tags += ? WHERE sensor = ? AND ts = ?",
        Set.of("m"),
        "{k}",
        TS);
    text("Elements", "map, element", "UPDATE {t} SET attrs['c'] = 3, attrs['a'] = null" + FULL_KEY);
    bound(
        "Elements",
        "map, element, markers",
        "UPDATE {t} SET attrs[?] = ? WHERE sensor = ? AND ts = ?",
        "d",
        4,
        "{k}",
        TS);
    text(
        "Elements",
        "map, add and remove",
        "UPDATE {t} SET attrs = attrs + {'e': 5}, attrs = attrs - {'b'}" + FULL_KEY);
    text(
        "Elements",
        "collections, overwritten",
        "UPDATE {t} SET tags = {'o'}, attrs = {}" + FULL_KEY);
    text("Elements", "UDT, field", "UPDATE {t} SET place.x = 5" + FULL_KEY);
    text(
        "Elements",
        "UDT, literal",
        "UPDATE {t} SET place = {x: 9}, spot = {x: 8, y: null}" + FULL_KEY);
    add(
        "Elements",
        "UDT and tuple, markers",
        "UPDATE {t} SET spot = ?, pair = ? WHERE sensor = ? AND ts = ?",
        (p, cql) -> {
          rows(p);
          UserDefinedType type =
              p.session()
                  .getMetadata()
                  .getKeyspace(p.keyspace())
                  .orElseThrow()
                  .getUserDefinedType("place")
                  .orElseThrow();
          UdtValue spot = type.newValue(3, "udt");
          TupleType pairs = DataTypes.tupleOf(DataTypes.INT, DataTypes.TEXT);
          pairs.attach(p.session().getContext());
          TupleValue pair = pairs.newValue(6, "tuple");
          return p.run(p.prepare(cql).bind(spot, pair, p.key(), TS));
        });
    text("Elements", "tuple, literal", "UPDATE {t} SET pair = (4, 'four')" + FULL_KEY);
    text("Elements", "vector, literal", "UPDATE {t} SET vec = [0.5, -1.0]" + FULL_KEY);
    text("Elements", "frozen list, literal", "UPDATE {t} SET fixed = [3, 2, 1]" + FULL_KEY);
    text("Elements", "list, overwritten", "UPDATE {t} SET history = [1]" + FULL_KEY);
    text("Elements", "list, appended", "UPDATE {t} SET history = history + [1]" + FULL_KEY);
    text(
        "Elements",
        "list, prepended, and others",
        "UPDATE {t} SET history = [0] + history, value = 5.0" + FULL_KEY);
    text("Elements", "list, some removed", "UPDATE {t} SET history = history - [1]" + FULL_KEY);
    text("Elements", "DELETE of an element", "DELETE attrs['a'], tags['x'] FROM {t}" + FULL_KEY);
    text("Elements", "DELETE of a field", "DELETE place.y FROM {t}" + FULL_KEY);
    text("Elements", "DELETE of a whole list", "DELETE history FROM {t}" + FULL_KEY);
  }

  private void deletes() {
    text("DELETE", "a row", "DELETE FROM {t}" + FULL_KEY);
    bound("DELETE", "a row, prepared", "DELETE FROM {t} WHERE sensor = ? AND ts = ?", "{k}", TS);
    text("DELETE", "cells", "DELETE value, \"Quoted\", tags FROM {t}" + FULL_KEY);
    text(
        "DELETE",
        "rows by IN",
        "DELETE FROM {t} WHERE sensor = '{k}' AND ts IN ('2024-05-01 12:00:00Z', '2024-05-02"
            + " 12:00:00Z')");
    bound(
        "DELETE",
        "a closed range",
        "DELETE FROM {t} WHERE sensor = ? AND ts > ? AND ts <= ?",
        "{k}",
        TS,
        TS.plusSeconds(DAY));
    text(
        "DELETE",
        "a range without an end",
        "DELETE FROM {t} WHERE sensor = '{k}' AND ts > '2024-05-01 12:00:00Z'");
    text("DELETE", "a partition", "DELETE FROM {t} WHERE sensor = '{k}'");
    text(
        "DELETE",
        "rows of several partitions",
        "DELETE FROM {t} WHERE sensor IN ('{k}', 'none') AND ts = '2024-05-01 12:00:00Z'");
  }

  private void others() {
    text(
        "INSERT JSON",
        "literal",
        "INSERT INTO {t} JSON '{\"sensor\": \"{k}\", \"ts\": \"2024-05-01 12:00:00Z\", \"value\":"
            + " 2.5}'");
    text(
        "INSERT JSON",
        "DEFAULT UNSET",
        "INSERT INTO {t} JSON '{\"sensor\": \"{k}\", \"ts\": \"2024-05-01 12:00:00Z\", \"value\":"
            + " 2.5, \"\\\"Quoted\\\"\": \"j\"}' DEFAULT UNSET USING TTL 90000");
    bound(
        "INSERT JSON",
        "prepared",
        "INSERT INTO {t} JSON ? DEFAULT UNSET",
        "{\"sensor\": \"{k}\", \"ts\": 1714564800000, \"attrs\": {\"a\": 9}}");
    text(
        "Conditions",
        "INSERT IF NOT EXISTS",
        "INSERT INTO {t} (sensor, ts) VALUES ('{k}', 0) IF NOT EXISTS");
    text("Conditions", "UPDATE IF", "UPDATE {t} SET value = 2.0" + FULL_KEY + " IF note = 'first'");
    text(
        "Conditions",
        "BATCH in one target partition",
        "BEGIN BATCH UPDATE {t} SET note = 'b'"
            + FULL_KEY
            + " IF value = 1.5; DELETE attrs FROM {t}"
            + FULL_KEY
            + "; APPLY BATCH");
    text("Conditions", "DELETE IF EXISTS", "DELETE FROM {t}" + FULL_KEY + " IF EXISTS");
  }
}
