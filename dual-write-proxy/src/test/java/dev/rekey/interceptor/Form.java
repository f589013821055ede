package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One form a statement can have.
 *
 * @param cql as the page shows it; {@code {t}} is the table, {@code {k}} a partition of its own
 * @param action executes it, and whatever must be there before, on one session and one table
 */
record Form(String group, String name, String cql, Action action) {

  /** What a form needs to know of where it runs. */
  record Place(CqlSession session, String keyspace, String table, String key) {

    /** The text of a form, on this table and partition. */
    String text(String cql) {
      return cql.replace("{t}", table).replace("{k}", key);
    }

    PreparedStatement prepare(String cql) {
      return session.prepare(text(cql));
    }

    List<Row> run(Statement<?> statement) {
      List<Row> rows = new ArrayList<>();
      session.execute(statement).forEach(rows::add);
      return rows;
    }

    List<Row> run(String cql, Object... values) {
      return run(SimpleStatement.newInstance(text(cql), values));
    }
  }

  /** Executes a form; the rows are those of a SELECT. */
  @FunctionalInterface
  interface Action {
    List<Row> run(Place place, String cql) throws Exception;
  }

  /** Whether it is mirrored by copying its row. */
  boolean isCopied() {
    return cql.contains(" IF ") || cql.contains("history");
  }

  List<Row> run(Place place) throws Exception {
    return action.run(place, cql);
  }

  static List<Row> await(java.util.concurrent.CompletionStage<?> stage) throws Exception {
    stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    return List.of();
  }
}
