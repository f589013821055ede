package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.rekey.control.Proof;
import dev.rekey.control.Ruling;
import dev.rekey.control.StateCopy;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.cases.CaseFile;
import dev.rekey.testkit.junit.CassandraTest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Case A10, from a task queue: two kinds of rows in one table that is written with conditions, and
 * a new key column that the kind decides.
 */
@CassandraTest
final class RowKindsIT {
  private static final String QUEUE =
      " WHERE ns = 22222222-2222-2222-2222-222222222222 AND q = 'q1' AND qt = 0 AND type = 1 AND"
          + " task_id = -12345";

  private final CqlSession plain;
  private final CassandraCluster cluster;

  RowKindsIT(CqlSession plain, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
  }

  @AfterEach
  void drop() {
    ddl("DROP KEYSPACE IF EXISTS rk_a10");
  }

  @Test
  void aRangeIsTakenOverByOneOwnerInBothTables() {
    CaseFile file = CaseFile.named("a10_row_kinds");
    file.create(plain);
    file.statements("INSERT").forEach(plain::execute);
    ddl(
        "CREATE TABLE rk_a10.tasks_v2 (ns uuid, q text, qt int, type int, pass int, task_id bigint,"
            + " range_id bigint, ack_level bigint, task blob, enc text,"
            + " PRIMARY KEY ((ns, q, qt), type, pass, task_id))");
    Rekeying rekeying = Rekeying.of(plain, cluster, mapping());
    try (CqlSession app = rekeying.application()) {
      rekeying.publish(Phase.DUAL);
      rekeying.fence(1);
      copy(rekeying);
      rekeying.assertTablesEqual();
      takeOver(app, rekeying, 5, 6);
      rekeying.publish(Phase.DUAL_READ_TARGET);
      takeOver(app, rekeying, 6, 7);
      Row queue = plain.execute("SELECT pass, range_id FROM rk_a10.tasks_v2").all().get(2);
      assertThat(queue.getInt("pass")).isEqualTo(1);
      assertThat(queue.getLong("range_id")).isEqualTo(7);
    }
  }

  private static void takeOver(CqlSession app, Rekeying rekeying, long from, long to) {
    String update =
        "UPDATE rk_a10.tasks SET ack_level = 11, range_id = ?" + QUEUE + " IF range_id = ?";
    assertThat(app.execute(update, to, from).wasApplied()).isTrue();
    ResultSet late = app.execute(update, to + 100, from);
    assertThat(late.wasApplied()).isFalse();
    assertThat(late.one().getLong("range_id")).isEqualTo(to);
    rekeying.assertTablesEqual();
    assertThatThrownBy(
            () ->
                app.execute(
                    "UPDATE rk_a10.tasks USING TIMESTAMP 1 SET range_id = 9"
                        + QUEUE
                        + " IF EXISTS"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("custom timestamp");
    rekeying.assertTablesEqual();
  }

  private void copy(Rekeying rekeying) {
    StateCopy copy = new StateCopy(plain, rekeying.mapping);
    for (Row row : plain.execute("SELECT ns, q, qt, type, task_id FROM rk_a10.tasks")) {
      List<ByteBuffer> key = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        key.add(row.getBytesUnsafe(i));
      }
      copy.run(
              new Ruling(
                  Leg.SOURCE,
                  key,
                  Set.of("range_id", "ack_level", "task", "enc"),
                  1,
                  Long.MIN_VALUE,
                  Proof.none(),
                  Ruling.Marker.of(Ruling.Marker.Policy.OF_NEW_ROWS),
                  Ruling.Look.SERIAL))
          .toCompletableFuture()
          .join();
    }
  }

  private static KeyMapping mapping() {
    return new KeyMapping(
        "tasks",
        KeyMapping.FORMAT_VERSION,
        new TableShape("rk_a10", "tasks", columns(0)),
        new TableShape("rk_a10", "tasks_v2", columns(1)),
        Map.of("pass", Derivations.parse("divide(type, 1)")));
  }

  private static List<Column> columns(int more) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("ns", "uuid", ColumnKind.PARTITION_KEY, 0, false));
    columns.add(new Column("q", "text", ColumnKind.PARTITION_KEY, 1, false));
    columns.add(new Column("qt", "int", ColumnKind.PARTITION_KEY, 2, false));
    columns.add(new Column("type", "int", ColumnKind.CLUSTERING, 0, false));
    if (more == 1) {
      columns.add(new Column("pass", "int", ColumnKind.CLUSTERING, 1, false));
    }
    columns.add(new Column("task_id", "bigint", ColumnKind.CLUSTERING, 1 + more, false));
    columns.add(new Column("range_id", "bigint", ColumnKind.REGULAR, 0, false));
    columns.add(new Column("ack_level", "bigint", ColumnKind.REGULAR, 1, false));
    columns.add(new Column("task", "blob", ColumnKind.REGULAR, 2, false));
    columns.add(new Column("enc", "text", ColumnKind.REGULAR, 3, false));
    return columns;
  }

  private void ddl(String cql) {
    plain.execute(SimpleStatement.newInstance(cql).setTimeout(Duration.ofSeconds(60)));
  }
}
