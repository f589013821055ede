package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The forms a batch can have, and the ways to execute a write. */
final class BatchForms {
  private static final Instant TS = WriteForms.TS;
  private static final long DAY = WriteForms.DAY;
  private static final String FULL_KEY = WriteForms.FULL_KEY;

  private final List<Form> forms = new ArrayList<>();

  private BatchForms() {}

  static List<Form> all() {
    BatchForms forms = new BatchForms();
    forms.batches();
    forms.texts();
    return forms.forms;
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
          WriteForms.rows(place);
          return place.run(text);
        });
  }

  private void bound(String group, String name, String cql, Object... values) {
    add(
        group,
        name,
        cql,
        (place, text) -> {
          WriteForms.rows(place);
          Object[] own = new Object[values.length];
          for (int i = 0; i < values.length; i++) {
            own[i] = values[i] instanceof String one ? place.text(one) : values[i];
          }
          return place.run(place.prepare(text).bind(own));
        });
  }

  private void batches() {
    for (BatchType type : List.of(DefaultBatchType.LOGGED, DefaultBatchType.UNLOGGED)) {
      add(
          "Batches",
          type + ", prepared, simple and another table",
          "INSERT INTO {t} (sensor, ts, value) VALUES (?, ?, ?)",
          (p, cql) -> {
            WriteForms.rows(p);
            PreparedStatement insert = p.prepare(cql);
            SimpleStatement update =
                SimpleStatement.newInstance(
                    p.text("UPDATE {t} USING TTL 90000 SET note = ?" + FULL_KEY), "b");
            SimpleStatement other =
                SimpleStatement.newInstance(
                    "INSERT INTO %s.other (k, v) VALUES (?, 'v')".formatted(p.keyspace()), p.key());
            SimpleStatement delete =
                SimpleStatement.newInstance(
                    p.text("DELETE FROM {t} WHERE sensor = '{k}' AND ts = '2024-05-03 12:00:00Z'"));
            return p.run(
                BatchStatement.newInstance(
                    type,
                    insert.bind(p.key(), TS.plusSeconds(5), 1.0),
                    update,
                    other,
                    insert.bind(p.key(), TS.plusSeconds(DAY * 9), 2.0),
                    delete));
          });
    }
    add(
        "Batches",
        "timestamp of the batch",
        "INSERT INTO {t} (sensor, ts, value) VALUES (?, ?, ?)",
        (p, cql) -> {
          PreparedStatement insert = p.prepare(cql);
          return p.run(
              BatchStatement.newInstance(DefaultBatchType.UNLOGGED)
                  .add(insert.bind(p.key(), TS, 1.0))
                  .add(insert.bind(p.key(), TS.plusSeconds(DAY), 2.0))
                  .setQueryTimestamp(1_900_000_000_000_000L));
        });
    add(
        "Batches",
        "timestamps of the statements",
        "INSERT INTO {t} (sensor, ts, value) VALUES (?, ?, ?) USING TIMESTAMP ?",
        (p, cql) -> {
          PreparedStatement insert = p.prepare(cql);
          return p.run(
              BatchStatement.newInstance(DefaultBatchType.LOGGED)
                  .add(insert.bind(p.key(), TS, 1.0, 1_900_000_000_000_000L))
                  .add(insert.bind(p.key(), TS.plusSeconds(1), 2.0, 1_800_000_000_000_000L)));
        });
    text(
        "Batches",
        "text",
        "BEGIN BATCH INSERT INTO {t} (sensor, ts, value) VALUES ('{k}', 0, 1.0); UPDATE {t} SET"
            + " note = 'b'"
            + FULL_KEY
            + "; DELETE FROM {t} WHERE sensor = '{k}' AND ts = '2024-05-03 12:00:00Z' APPLY BATCH");
    text(
        "Batches",
        "text, UNLOGGED, with TIMESTAMP",
        "BEGIN UNLOGGED BATCH USING TIMESTAMP 1900000000000000 INSERT INTO {t} (sensor, ts, value)"
            + " VALUES ('{k}', 0, 1.0); INSERT INTO {t} (sensor, ts, value) VALUES ('{k}', 1, 1.0)"
            + " APPLY BATCH");
    bound(
        "Batches",
        "text, prepared",
        "BEGIN BATCH INSERT INTO {t} (sensor, ts, value) VALUES (?, ?, ?); UPDATE {t} USING TTL ?"
            + " SET note = ? WHERE sensor = ? AND ts = ?; APPLY BATCH",
        "{k}",
        TS,
        2.0,
        90_000,
        "tb",
        "{k}",
        TS);
    text(
        "Batches",
        "with a condition",
        "BEGIN BATCH INSERT INTO {t} (sensor, ts) VALUES ('{k}', 0) IF NOT EXISTS; UPDATE {t} SET"
            + " note = 'b'"
            + FULL_KEY
            + " APPLY BATCH");
  }

  private void texts() {
    text(
        "Texts",
        "comments",
        "insert /* a */ into {t} -- (\n"
            + " (sensor, ts, value) // it's\n"
            + " values ('{k}', /* ? */ 0, 1) USING TTL /* -- */ 90000;");
    text(
        "Texts",
        "quoted identifiers",
        "UPDATE {t} SET \"Quoted\" = 'x', \"note\" = $$it's$$ WHERE \"sensor\" = '{k}' AND \"ts\" ="
            + " '2024-05-01 12:00:00Z'");
    add(
        "Texts",
        "keyspace of the statement",
        "INSERT INTO {t} (sensor, ts, value) VALUES ('{k}', 0, 1.0)",
        (p, cql) ->
            p.run(
                SimpleStatement.newInstance(p.text(cql).replace(p.keyspace() + ".", ""))
                    .setKeyspace(p.keyspace())));
    add(
        "Texts",
        "keyspace of the statement, prepared",
        "INSERT INTO {t} (sensor, ts, value) VALUES (?, ?, ?)",
        (p, cql) -> {
          SimpleStatement text =
              SimpleStatement.newInstance(p.text(cql).replace(p.keyspace() + ".", ""))
                  .setKeyspace(p.keyspace());
          return p.run(p.session().prepare(text).bind(p.key(), TS, 1.0));
        });
    add(
        "Execution",
        "asynchronous",
        "INSERT INTO {t} (sensor, ts, value) VALUES (?, ?, ?)",
        (p, cql) -> Form.await(p.session().executeAsync(p.text(cql), p.key(), TS, 1.0)));
    add(
        "Execution",
        "asynchronous, prepared",
        "INSERT INTO {t} (sensor, ts, value) VALUES (?, ?, ?)",
        (p, cql) ->
            Form.await(
                p.session()
                    .prepareAsync(p.text(cql))
                    .thenCompose(s -> p.session().executeAsync(s.bind(p.key(), TS, 1.0)))));
    add(
        "Execution",
        "reactive",
        "INSERT INTO {t} (sensor, ts, value) VALUES (?, ?, ?)",
        (p, cql) ->
            Reactive.rows(
                p.session()
                    .executeReactive(SimpleStatement.newInstance(p.text(cql), p.key(), TS, 1.0))));
    add(
        "Execution",
        "reactive, prepared",
        "INSERT INTO {t} (sensor, ts, value) VALUES (?, ?, ?)",
        (p, cql) ->
            Reactive.rows(p.session().executeReactive(p.prepare(cql).bind(p.key(), TS, 1.0))));
  }
}
