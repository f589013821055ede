package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.RefusalCode;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.cases.CaseFile;
import dev.rekey.testkit.junit.CassandraTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The public cases whose right result is decided while both tables are written. */
@CassandraTest
final class PublicCasesIT {

  private final CqlSession plain;
  private final CassandraCluster cluster;

  PublicCasesIT(CqlSession plain, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
  }

  /** Release n writes five key columns, release n+1 seven. */
  @Test
  void a14TwoReleasesSideBySide() {
    CaseFile.named("a14_new_key_columns").create(plain);
    List<String> key = List.of("xtype ascii", "xid blob");
    List<String> clustering = List.of("xver smallint", "ttype ascii", "target blob");
    List<String> more = new ArrayList<>(clustering);
    more.addAll(List.of("ptype ascii", "payload blob"));
    Rekeying rekeying =
        rekeying(
            shape("rk_a14", "xids", key, clustering, List.of()),
            shape("rk_a14", "xids_v2", key, more, List.of()),
            Map.of("ptype", "constant('' as ascii)", "payload", "constant(0x)"));
    String columns = "(xtype, xid, xver, ttype, target, ptype, payload)";
    try (CqlSession releaseN = rekeying.application();
        CqlSession next = rekeying.application()) {
      rekeying.publish(Phase.DUAL);
      CaseFile.named("a14_new_key_columns").statements("INSERT").forEach(releaseN::execute);
      String filled = "INSERT INTO rk_a14.xids_v2 %s VALUES ('hg', 0x00, 2, 'rev', 0x01, '', 0x)";
      next.execute(filled.formatted(columns));
      rekeying.assertTablesEqual();
      assertThat(rekeying.sourceCells()).hasSize(4);

      // The old table has no place for a payload, so it may be written only when that is retired.
      String real = "INSERT INTO rk_a14.xids_v2 %s VALUES ('hg', 0x00, 2, 'rev', 0x01, 'p', 0x07)";
      assertThatThrownBy(() -> next.execute(real.formatted(columns)))
          .isInstanceOf(StatementRefusedException.class)
          .hasMessageContaining("COMPUTED_COLUMN")
          .hasMessageContaining("of the target, which is constant(");
      rekeying.assertTablesEqual();

      rekeying.publish(Phase.TARGET);
      next.execute(real.formatted(columns));
      String read = "SELECT ptype, payload FROM rk_a14.xids_v2 WHERE xtype = 'hg' AND xid = 0x00";
      assertThat(next.execute(read).all()).hasSize(4);
      assertThat(rekeying.sourceCells()).hasSize(4);
    }
  }

  /**
   * Each statement is either the same in both tables, cell by cell, or refused before it is sent.
   */
  @Test
  void b02EveryStatementIsMirroredExactlyOrRefused() {
    CaseFile file = CaseFile.named("b02_dual_write_statements");
    file.create(plain);
    List<String> regulars = List.of("v text", "u uuid", "l list<int>", "s set<int>");
    Rekeying rekeying =
        rekeying(
            shape("rk_b02", "ev", List.of("k int"), List.of("t timeuuid"), regulars),
            shape(
                "rk_b02",
                "ev_v2",
                List.of("k int", "bucket date"),
                List.of("t timeuuid"),
                regulars),
            Map.of("bucket", "date(t)"));
    try (CqlSession application = rekeying.application()) {
      rekeying.publish(Phase.DUAL);
      Map<Integer, RefusalCode> refused = new TreeMap<>();
      List<String> statements = file.statements("INSERT", "UPDATE", "DELETE", "BEGIN");
      assertThat(statements).hasSize(12);
      for (int i = 0; i < statements.size(); i++) {
        int cells = count(rekeying.sourceCells());
        try {
          application.execute(statements.get(i));
        } catch (StatementRefusedException e) {
          refused.put(i + 1, e.code());
          assertThat(count(rekeying.sourceCells())).isEqualTo(cells);
        }
        rekeying.assertTablesEqual();
      }
      // S6 is about another table.
      assertThat(refused.keySet()).isSubsetOf(7, 8);
      assertThat(refused.values()).isSubsetOf(RefusalCode.UNBOUNDED);
      await().atMost(Duration.ofSeconds(10)).until(() -> rekeying.journalled() == 0);
      assertThat(plain.execute("SELECT n FROM rk_b02.hits").one().getLong(0)).isEqualTo(1);
      assertThat(
              plain
                  .execute(
                      "SELECT writetime(v), ttl(v) FROM rk_b02.ev_v2 WHERE k = 4 ALLOW FILTERING")
                  .one()
                  .getLong(0))
          .isEqualTo(1_500_000_000_000_000L);
    }
  }

  private static int count(Map<String, List<String>> cells) {
    return cells.values().stream().mapToInt(List::size).sum();
  }

  /** Names with every awkward character, through writes and reads by either table's name. */
  @Test
  void c09EveryNameIsQuoted() {
    CaseFile file = CaseFile.named("c09_identifiers");
    file.create(plain);
    List<String> regulars =
        List.of("id int", "order text", "a\"b text", "semi;colon int", " lead int");
    Rekeying rekeying =
        rekeying(
            shape(
                "RkC09",
                "Order",
                List.of("Id int", "select text"),
                List.of("amt(net) int desc"),
                regulars),
            shape(
                "RkC09",
                "Order_v2",
                List.of("Id int", "select text", "pk */ b bigint"),
                List.of("amt(net) int"),
                regulars),
            Map.of("pk */ b", "bucket(\"amt(net)\", 10)"));
    try (CqlSession application = rekeying.application()) {
      rekeying.publish(Phase.DUAL);
      file.statements("INSERT INTO \"RkC09\".\"Order\"").forEach(application::execute);
      application.execute(
          "INSERT INTO \"RkC09\".\"Order_v2\" (\"Id\", \"select\", \"pk */ b\", \"amt(net)\", \"a\"\"b\") VALUES (1, 'from', 0, 7, 'x')");
      application.execute(
          "UPDATE \"RkC09\".\"Order\" SET \" lead\" = 5, \"a\"\"b\" = 'y' WHERE \"Id\" = 1 AND \"select\" = 'from' AND \"amt(net)\" = 7");
      rekeying.assertTablesEqual();
      assertThat(rekeying.sourceCells()).hasSize(2);
      String read =
          "SELECT * FROM \"RkC09\".\"%s\" WHERE \"Id\" = 1 AND \"select\" = 'from' AND \"amt(net)\" = 7";
      for (Phase phase : List.of(Phase.DUAL, Phase.DUAL_READ_TARGET)) {
        rekeying.publish(phase);
        assertThat(application.execute(read.formatted("Order")).one().getString("\"a\"\"b\""))
            .isEqualTo("y");
        assertThat(
                application
                    .execute(read.formatted("Order_v2") + " AND \"pk */ b\" = 0")
                    .one()
                    .getInt("\" lead\""))
            .isEqualTo(5);
      }
    }
  }

  /** Makes the target; the source is there already, perhaps with more columns. */
  private Rekeying rekeying(TableShape source, TableShape target, Map<String, String> rules) {
    Map<String, Derivation> parsed =
        rules.entrySet().stream()
            .collect(
                Collectors.toMap(Map.Entry::getKey, entry -> Derivations.parse(entry.getValue())));
    plain.execute(
        SimpleStatement.newInstance(
                "CREATE TABLE %s (%s, PRIMARY KEY ((%s), %s))"
                    .formatted(
                        target.qualifiedName(),
                        target.columns().stream()
                            .map(column -> column.cql() + " " + column.type())
                            .collect(Collectors.joining(", ")),
                        RandomTable.names(target.partitionKey()),
                        RandomTable.names(target.clustering())))
            .setTimeout(Duration.ofSeconds(60)));
    return Rekeying.of(
        plain,
        cluster,
        new KeyMapping(
            "case_" + source.keyspace(), KeyMapping.FORMAT_VERSION, source, target, parsed));
  }

  private static TableShape shape(
      String keyspace,
      String table,
      List<String> partition,
      List<String> clustering,
      List<String> regulars) {
    List<Column> columns = new ArrayList<>();
    add(columns, partition, ColumnKind.PARTITION_KEY);
    add(columns, clustering, ColumnKind.CLUSTERING);
    add(columns, regulars, ColumnKind.REGULAR);
    return new TableShape(keyspace, table, columns);
  }

  private static void add(List<Column> columns, List<String> texts, ColumnKind kind) {
    for (int i = 0; i < texts.size(); i++) {
      boolean descending = texts.get(i).endsWith(" desc");
      String text = texts.get(i).replaceAll(" desc$", "");
      int space = text.lastIndexOf(' ');
      columns.add(
          new Column(text.substring(0, space), text.substring(space + 1), kind, i, descending));
    }
  }
}
