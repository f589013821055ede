package dev.rekey.orchestrator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rekey.control.TableName;
import dev.rekey.core.mapping.Column;
import dev.rekey.orchestrator.plan.check.PlanChecks;
import dev.rekey.orchestrator.spec.SpecReader;
import dev.rekey.testkit.cases.CaseFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the planner says to the public cases, from their own files, before anything exists. */
final class PublicCasesTest {

  @TempDir private Path folder;

  /** Lifetimes of rows without a regular column cannot be read; that is said, not passed over. */
  @Test
  void a02SaysThatLifetimesAreNotKept() throws Exception {
    Plan plan =
        plan(
            "a02_empty_const_key",
            "rk_a02.op_names",
            "partition-key: [svc], clustering: [{column: kind}, {column: op}]",
            "kind: \"constant('')\"");
    assertThat(refusals(plan)).isEmpty();
    assertThat(warning(plan, "row-marker"))
        .contains("when they expire cannot be read")
        .contains("without TTL");
    assertThat(plan.target().ddl())
        .contains("PRIMARY KEY (svc, kind, op)")
        .contains("default_time_to_live = 172800");
  }

  /** The salt is made of a regular column, which the case's own statement changes. */
  @Test
  void a03IsRefusedBecauseTheKeyWouldChange() throws Exception {
    Plan plan =
        plan(
            "a03_salt_slot",
            "rk_a03.svc_index",
            "partition-key: [svc, slot], clustering: [{column: at}]",
            "slot: \"shard(trace, 10)\"");
    assertThat(refusals(plan)).contains("key-change");
    assertThat(reason(plan, "key-change")).startsWith("class B: ").contains("[trace]");
    assertThat(warning(plan, "null-keys")).contains("[trace] may be null");
  }

  @Test
  void a03RefusesASaltDrawnPerWrite() {
    assertThatThrownBy(
            () ->
                plan(
                    "a03_salt_slot",
                    "rk_a03.svc_index",
                    "partition-key: [svc, slot], clustering: [{column: at}]",
                    "slot: random()"))
        .hasMessageContaining("random");
  }

  /** The static has no place of its own, and the partition that holds only it has none at all. */
  @Test
  void a11RefusesTheStaticRatherThanLoseIt() throws Exception {
    Plan plan = plan("a11_promote_clustering", "rk_a11.kv", "partition-key: [k, b]", "");
    assertThat(refusals(plan)).contains("statics");
    assertThat(reason(plan, "statics"))
        .contains("[owner]")
        .contains("a partition that holds only statics has no target partition at all");
  }

  @Test
  void a13RefusesAFreshIdAndWarnsOfOnePartition() throws Exception {
    String target = "partition-key: [part], clustering: [{column: name}, {column: cert}]";
    assertThatThrownBy(
            () ->
                plan(
                    "a13_random_id",
                    "rk_a13.server_names",
                    "partition-key: [part], clustering: [{column: id}]",
                    "part: \"constant('names')\", id: uuid()"))
        .hasMessageContaining("uuid");
    Plan plan = plan("a13_random_id", "rk_a13.server_names", target, "part: \"constant('names')\"");
    assertThat(refusals(plan)).isEmpty();
    assertThat(warning(plan, "partition-spread")).contains("a few partitions");
  }

  @Test
  void a14TakesFillersForColumnsThatExistInNoOldRow() throws Exception {
    Plan plan =
        plan(
            "a14_new_key_columns",
            "rk_a14.xids",
            "partition-key: [xtype, xid], clustering: [{column: xver}, {column: ttype}, {column: target}, {column: ptype}, {column: payload}]",
            "ptype: \"constant('' as ascii)\", payload: \"constant(0x)\"");
    assertThat(refusals(plan)).isEmpty();
    assertThat(plan.target().ddl())
        .contains("PRIMARY KEY ((xtype, xid), xver, ttype, target, ptype, payload)");
  }

  @Test
  void b02RefusesTheCounterTable() throws Exception {
    Plan plan =
        plan(
            "b02_dual_write_statements",
            "rk_b02.hits",
            "partition-key: [k, month], clustering: [{column: d}]",
            "month: \"shard(d, 4)\"");
    assertThat(refusals(plan)).contains("counters");
    Plan events =
        plan(
            "b02_dual_write_statements",
            "rk_b02.ev",
            "partition-key: [k, bucket], clustering: [{column: t}]",
            "bucket: date(t)");
    assertThat(reason(events, "lists")).contains("[l]");
  }

  @Test
  void b03CountsOnNullsInAPromotedColumn() throws Exception {
    Plan plan =
        plan(
            "b03_empty_not_null", "rk_b03.e", "partition-key: [id], clustering: [{column: t}]", "");
    assertThat(reason(plan, "key-change")).startsWith("class B: ").contains("[t]");
    assertThat(warning(plan, "null-keys")).contains("[t] may be null");
  }

  @Test
  void b05WarnsOfAnEmptyWholePartitionKeyOnly() throws Exception {
    for (String table : List.of("c1", "c2")) {
      Plan whole =
          plan(
              "b05_empty_partition_key",
              "rk_b05." + table,
              "partition-key: [b], clustering: [{column: a}]",
              "");
      assertThat(warning(whole, "empty-keys")).contains("column b", "may not be empty");
      Plan compound =
          plan("b05_empty_partition_key", "rk_b05." + table, "partition-key: [b, a]", "");
      assertThat(compound.warnings().stream().map(Verdict::id)).doesNotContain("empty-keys");
    }
  }

  @Test
  void b15ReadsKeysWhereverTheyAreDeclared() throws Exception {
    Plan plan =
        plan(
            "b15_pk_positions",
            "rk_b15.t",
            "partition-key: [c, a, b, h], clustering: [{column: z, order: desc}, {column: y}, {column: x, order: desc}]",
            "h: \"shard(z, 4)\"");
    assertThat(plan.target().ddl())
        .contains("PRIMARY KEY ((c, a, b, h), z, y, x)")
        .contains("CLUSTERING ORDER BY (z DESC, y ASC, x DESC)");
    assertThat(key("t2")).containsExactly("a");
    assertThat(key("t3")).containsExactly("a");
    assertThat(key("t4")).containsExactly("a", "b", "c");
    assertThat(key("t5")).containsExactly("a", "b", "c");
    assertThat(schema("b15_pk_positions", "rk_b15.t4").shape().clustering().get(0).descending())
        .isTrue();
    assertThat(
            schema("b15_pk_positions", "rk_b15.t5").shape().clustering().stream()
                .map(Column::descending))
        .containsExactly(true, false);
  }

  private static List<String> key(String table) {
    return schema("b15_pk_positions", "rk_b15." + table).shape().primaryKey().stream()
        .map(Column::name)
        .toList();
  }

  @Test
  void c07WarnsOfKeysThatMayBeEmptyAndRefusesCompactTables() throws Exception {
    Plan plan =
        plan(
            "c07_literals",
            "rk_c07.all_kinds",
            "partition-key: [c_text], clustering: [{column: n}]",
            "");
    assertThat(reason(plan, "key-change")).contains("[c_text]");
    assertThat(warning(plan, "empty-keys")).contains("column c_text");
    Plan compact =
        plan(
            "c07b_compact",
            "rk_c07b.dense",
            "partition-key: [a, slot], clustering: [{column: b}]",
            "slot: \"bucket(b, 10)\"");
    assertThat(reason(compact, "compact-storage")).contains("WITH COMPACT STORAGE");
  }

  @Test
  void c09QuotesEveryName() throws Exception {
    Plan plan =
        plan(
            "c09_identifiers",
            "RkC09.Order",
            "partition-key: ['\"Id\"', select, 'a bucket'], clustering: [{column: 'amt(net)', order: desc}]",
            "'a bucket': 'bucket(\"amt(net)\", 10)'",
            "'\"RkC09\".\"Order\"'",
            "'\"RkC09\".\"Order_v2\"'");
    assertThat(refusals(plan)).isEmpty();
    assertThat(plan.target().ddl())
        .contains("CREATE TABLE \"RkC09\".\"Order_v2\"")
        .contains("PRIMARY KEY ((\"Id\", \"select\", \"a bucket\"), \"amt(net)\")")
        .contains("CLUSTERING ORDER BY (\"amt(net)\" DESC)")
        .contains("\"a\"\"b\" text", "\"pk */ x\" int", "\"semi;colon\" int", "\" lead\" int")
        .contains("\"ünï\" int")
        .contains("comment = 'it''s; /* not */ -- a \"comment\"'");
  }

  private static TableSchema schema(String file, String table) {
    int dot = table.indexOf('.');
    return SchemaFile.parse(
        file,
        CaseFile.named(file).text(),
        new TableName(table.substring(0, dot), table.substring(dot + 1)));
  }

  private Plan plan(String file, String table, String target, String columns) throws Exception {
    return plan(file, table, target, columns, table, table + "_v2");
  }

  private Plan plan(
      String file, String table, String target, String columns, String from, String to)
      throws Exception {
    Path spec = folder.resolve("spec.yaml");
    Files.writeString(
        spec,
        "rekey: sample\nsource: %s\ntarget: {table: %s, %s}\ncolumns: {%s}\n"
            .formatted(from, to, target, columns));
    return new Planner(PlanChecks.all(), new RouterJudge(), ServerVersion.ASSUMED)
        .plan(SpecReader.read(spec), schema(file, table), Sizing.NOT_MEASURED);
  }

  private static List<String> refusals(Plan plan) {
    return plan.refusals().stream().map(Verdict::id).toList();
  }

  private static String reason(Plan plan, String id) {
    return text(plan.refusals(), id);
  }

  private static String warning(Plan plan, String id) {
    return text(plan.warnings(), id);
  }

  private static String text(List<Verdict> verdicts, String id) {
    return verdicts.stream()
        .filter(verdict -> verdict.id().equals(id))
        .map(Verdict::reason)
        .findFirst()
        .orElse("no verdict " + id);
  }
}
