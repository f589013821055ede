package dev.rekey.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.testkit.cases.CaseFile;
import dev.rekey.testkit.junit.CassandraTest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The public cases whose right result is decided by the copy; each is copied twice. */
@CassandraTest
final class PublicCasesIT {

  private final CqlSession session;

  PublicCasesIT(CqlSession session) {
    this.session = session;
  }

  @Test
  void a02KeysOnlyGetAnEmptyTextBetweenThem() throws InterruptedException {
    CaseFile.named("a02_empty_const_key").load(session);
    ddl("CREATE TABLE rk_a02.copied (svc text, kind text, op text, PRIMARY KEY (svc, kind, op))");

    RangeOutcome outcome = twice("rk_a02", "op_names", "copied", Map.of("kind", "constant('')"));

    assertThat(outcome.rows()).isEqualTo(5);
    // Their lifetimes cannot be read, and are counted as such.
    assertThat(outcome.markerOnlyRows()).isEqualTo(5);
    assertThat(cells("SELECT kind FROM rk_a02.copied")).hasSize(5).containsOnly("[]");
    assertThat(cells("SELECT svc, op FROM rk_a02.copied"))
        .containsExactlyInAnyOrderElementsOf(cells("SELECT svc, op FROM rk_a02.op_names"));
  }

  @Test
  void a13AConstantPartitionStaysThreeRows() throws InterruptedException {
    CaseFile.named("a13_random_id").load(session);
    ddl(
        "CREATE TABLE rk_a13.copied (part text, name text, cert uuid, made timestamp, PRIMARY KEY (part, name, cert))");
    session.execute(
        "INSERT INTO rk_a13.copied (part, name, cert, made) VALUES ('names', 'a.example.org', 33333333-3333-3333-3333-333333333332, null)");

    twice("rk_a13", "server_names", "copied", Map.of("part", "constant('names')"));

    assertThat(cells("SELECT name, cert, made FROM rk_a13.copied"))
        .hasSize(3)
        .containsExactlyInAnyOrderElementsOf(
            cells("SELECT name, cert, made FROM rk_a13.server_names"));
  }

  @Test
  void a14OldRowsGetFillersAndARealPayloadIsAnotherRow() throws InterruptedException {
    CaseFile.named("a14_new_key_columns").load(session);
    ddl(
        "CREATE TABLE rk_a14.copied (xtype ascii, xid blob, xver smallint, ttype ascii, target blob, ptype ascii, payload blob, PRIMARY KEY ((xtype, xid), xver, ttype, target, ptype, payload))");
    session.execute(
        "INSERT INTO rk_a14.copied (xtype, xid, xver, ttype, target, ptype, payload) VALUES ('hg', 0x00, 0, 'rev', 0x01, 'p', 0x02)");

    RangeOutcome outcome =
        twice(
            "rk_a14",
            "xids",
            "copied",
            Map.of("ptype", "constant('' as ascii)", "payload", "constant(0x)"));

    assertThat(outcome.rows()).isEqualTo(3);
    assertThat(outcome.badRows()).isZero();
    assertThat(cells("SELECT ptype, payload FROM rk_a14.copied"))
        .containsExactlyInAnyOrder("[] []", "[] []", "[] []", "[70] [02]");
    assertThat(cells("SELECT xver FROM rk_a14.copied WHERE xtype = '' AND xid = 0x"))
        .containsExactly("[ffff]");
  }

  @Test
  void b03EmptyIsNotNull() throws InterruptedException {
    CaseFile.named("b03_empty_not_null").load(session);
    ddl(
        "CREATE TABLE rk_b03.copied (id text, m map<text, timestamp>, i int, t text, fz frozen<map<text, int>>, PRIMARY KEY (id, t))");

    RangeOutcome outcome = twice("rk_b03", "e", "copied", Map.of());

    String columns = "SELECT id, t, m, i, fz FROM rk_b03.";
    assertThat(cells(columns + "copied"))
        .containsExactlyInAnyOrderElementsOf(
            cells(columns + "e").stream().filter(row -> !isOf(row, "5", "6")).toList())
        .hasSize(4)
        .anyMatch(row -> row.startsWith("[32] [78] null [] "))
        .anyMatch(row -> row.startsWith("[33] [] "));
    assertThat(outcome.rows()).isEqualTo(4);
    assertThat(outcome.badRows()).isEqualTo(2);
    assertThat(String.join("\n", outcome.badRowSamples())).contains("id='5'", "id='6'");
  }

  private static boolean isOf(String row, String... ids) {
    for (String id : ids) {
      if (row.startsWith("[3" + id + "] ")) {
        return true;
      }
    }
    return false;
  }

  @Test
  void b05AnEmptyWholePartitionKeyIsReportedAndACompoundOneCopied() throws InterruptedException {
    CaseFile.named("b05_empty_partition_key").load(session);
    ddl("CREATE TABLE rk_b05.whole1 (a text, b text, v int, PRIMARY KEY (b, a))");
    ddl("CREATE TABLE rk_b05.whole2 (a int, b blob, v int, PRIMARY KEY (b, a))");
    ddl("CREATE TABLE rk_b05.pair1 (a text, b text, v int, PRIMARY KEY ((b, a)))");
    ddl("CREATE TABLE rk_b05.pair2 (a int, b blob, v int, PRIMARY KEY ((b, a)))");

    RangeOutcome first = twice("rk_b05", "c1", "whole1", Map.of());
    RangeOutcome second = twice("rk_b05", "c2", "whole2", Map.of());
    assertThat(first.badRows()).isEqualTo(2);
    assertThat(second.badRows()).isEqualTo(1);
    assertThat(first.badRowSamples().get(0))
        .contains("new key column b is empty, and the whole partition key may not be");
    assertThat(cells("SELECT v FROM rk_b05.whole1")).containsExactly("[00000002]");
    assertThat(cells("SELECT v FROM rk_b05.whole2")).containsExactly("[00000002]");

    twice("rk_b05", "c1", "pair1", Map.of());
    twice("rk_b05", "c2", "pair2", Map.of());
    assertThat(cells("SELECT a, b, v FROM rk_b05.pair1"))
        .containsExactlyInAnyOrderElementsOf(cells("SELECT a, b, v FROM rk_b05.c1"))
        .hasSize(3);
    assertThat(cells("SELECT a, b, v FROM rk_b05.pair2"))
        .containsExactlyInAnyOrderElementsOf(cells("SELECT a, b, v FROM rk_b05.c2"))
        .hasSize(2);
  }

  /** The file replays a backfill that read before the application wrote; then we copy as well. */
  @Test
  void b13WhatWasDeletedStaysDeleted() throws InterruptedException {
    CaseFile file = CaseFile.named("b13_delete_during_backfill");
    file.create(session);
    file.statements("INSERT", "UPDATE", "DELETE").forEach(session::execute);

    twice("rk_b13", "old", "new", Map.of("bucket", "constant(0 as int)"));

    assertThat(cells("SELECT k, v, w FROM rk_b13.new"))
        .containsExactlyInAnyOrderElementsOf(cells("SELECT k, v, w FROM rk_b13.old"))
        .containsExactlyInAnyOrder("[00000002] [6e65776572] [7232]", "[00000003] [7233] null");
  }

  @Test
  void c07LiteralsAreKeysByteForByte() throws InterruptedException {
    CaseFile file = CaseFile.named("c07_literals");
    file.load(session);
    session.execute(
        SimpleStatement.newInstance(
            "INSERT INTO rk_c07.all_kinds (n, c_text) VALUES (6, ?)", "x".repeat(70_000)));
    // How a list that is not frozen is copied is not decided here.
    ddl("ALTER TABLE rk_c07.all_kinds DROP c_list");
    String columns =
        file.statements("CREATE TABLE")
            .get(0)
            .replace("all_kinds", "copied")
            .replace("n int PRIMARY KEY", "n int")
            .replace("c_list list<text>, ", "")
            .replace("c_udt frozen<holder>,", "c_udt frozen<holder>, PRIMARY KEY (c_text, n)");
    ddl(columns.replace("frozen<holder>", "frozen<rk_c07.holder>"));

    RangeOutcome outcome = twice("rk_c07", "all_kinds", "copied", Map.of());

    assertThat(outcome.rows()).isEqualTo(5);
    assertThat(outcome.badRows()).isEqualTo(2);
    assertThat(String.join("\n", outcome.badRowSamples()))
        .contains("n=2: new key column c_text is empty")
        .contains("n=6: the new partition key has 70000 bytes, and the server takes 65535");
    String all =
        "SELECT n, c_text, c_ascii, c_bigint, c_blob, c_bool, c_decimal, c_double, c_duration, c_float, c_small, c_ts, c_tiny, c_uuid, c_varchar, c_varint, c_set, c_map, c_vec, c_tup, c_udt FROM rk_c07.";
    assertThat(cells(all + "copied"))
        .containsExactlyInAnyOrderElementsOf(
            cells(all + "all_kinds").stream()
                .filter(row -> !row.startsWith("[00000002]") && !row.startsWith("[00000006]"))
                .toList());
  }

  @Test
  void c09EveryNameIsQuoted() throws InterruptedException {
    CaseFile.named("c09_identifiers").load(session);
    ddl("ALTER TABLE \"RkC09\".plain DROP list");
    String columns =
        "\"Id\", id, \"select\", \"order\", \"a\"\"b\", \"amt(net)\", \"unit.price\", \"pk */ x\", \"semi;colon\", \"dash--dash\", \" lead\", \"ünï\"";
    ddl(
        "CREATE TABLE \"RkC09\".\"Order_v2\" (\"Id\" int, id int, \"select\" text, \"order\" text, \"a\"\"b\" text, \"amt(net)\" int, \"unit.price\" text, \"pk */ x\" int, \"semi;colon\" int, \"dash--dash\" int, \" lead\" int, \"ünï\" int, PRIMARY KEY ((\"Id\", \"order\"), \"amt(net)\", \"select\"))");
    ddl(
        "CREATE TABLE \"RkC09\".plain_v2 (uniqueid text, timestamp timestamp, date date, static int, counter text, text text, int int, PRIMARY KEY ((uniqueid, date), timestamp))");

    assertThat(twice("RkC09", "Order", "Order_v2", Map.of()).rows()).isEqualTo(1);
    assertThat(twice("RkC09", "plain", "plain_v2", Map.of()).rows()).isEqualTo(1);

    assertThat(cells("SELECT " + columns + " FROM \"RkC09\".\"Order_v2\""))
        .isEqualTo(cells("SELECT " + columns + " FROM \"RkC09\".\"Order\""));
    String plain = "SELECT uniqueid, timestamp, date, static, counter, text, int FROM \"RkC09\".";
    assertThat(cells(plain + "plain_v2")).isEqualTo(cells(plain + "plain"));
  }

  private RangeOutcome twice(
      String keyspace, String source, String target, Map<String, String> rules)
      throws InterruptedException {
    CopyBench bench = new CopyBench(session, keyspace);
    bench.copy(source, target, new TreeMap<>(rules));
    return bench.copy(source, target, new TreeMap<>(rules));
  }

  private void ddl(String cql) {
    session.execute(SimpleStatement.newInstance(cql).setTimeout(Duration.ofSeconds(60)));
  }

  /** One line per row, each cell as its bytes in brackets: empty is not null. */
  private List<String> cells(String query) {
    List<String> lines = new ArrayList<>();
    for (Row row : session.execute(query)) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        cells.add(cell(row.getBytesUnsafe(i)));
      }
      lines.add(String.join(" ", cells));
    }
    return lines;
  }

  private static String cell(ByteBuffer bytes) {
    if (bytes == null) {
      return "null";
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return "[" + HexFormat.of().formatHex(copy) + "]";
  }
}
