package dev.rekey.orchestrator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.control.TableName;
import dev.rekey.orchestrator.plan.check.PlanChecks;
import dev.rekey.orchestrator.spec.SpecReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verdicts on needs and failures seen elsewhere; the names are those of the public cases. */
class CasePlanTest {

  @TempDir private Path folder;

  @Test
  void b01RefusesListsThatAreNotFrozen() throws Exception {
    Plan plan =
        plan(
            "CREATE TABLE ks.t (k int, c int, l list<text>, sl list<text> static, v text,"
                + " PRIMARY KEY (k, c))",
            "partition-key: [k, c]",
            "");

    assertThat(refusals(plan)).contains("lists");
    assertThat(reason(plan, "lists")).contains("non-frozen lists [sl, l]");
  }

  @Test
  void b07RefusesStaticsWhosePartitionSplits() throws Exception {
    Plan plan =
        plan(
            "CREATE TABLE ks.t (u int, kind text, about text static, joined timestamp static,"
                + " currency text, PRIMARY KEY (u, kind))",
            "partition-key: [u, bucket], clustering: [{column: kind}]",
            "columns: {bucket: \"shard(kind, 4)\"}");

    assertThat(refusals(plan)).containsExactly("statics");
    assertThat(reason(plan, "statics"))
        .contains("[about, joined]")
        .contains("a partition that holds only statics has no target partition at all");
  }

  @Test
  void b08AllowsTablesOfKeysOnlyAndSaysWhatIsNotKept() throws Exception {
    Plan plan =
        plan(
            "CREATE TABLE ks.t (a int, b int, PRIMARY KEY (a, b))",
            "partition-key: [b], clustering: [{column: a}]",
            "");

    assertThat(refusals(plan)).isEmpty();
    assertThat(plan.warnings().stream().map(Verdict::id)).containsExactly("row-marker");
  }

  @Test
  void b09RefusesCounters() throws Exception {
    Plan plan =
        plan(
            "CREATE TABLE ks.t (k text, d date, a counter, b counter, PRIMARY KEY (k, d))",
            "partition-key: [k], clustering: [{column: d, order: desc}]",
            "");

    assertThat(refusals(plan)).contains("counters");
    assertThat(reason(plan, "counters")).contains("[a, b]").contains("lost or counted twice");
  }

  @Test
  void b15KeepsTheDeclaredOrderOfKeyColumns() throws Exception {
    Plan plan =
        plan(
            "CREATE TABLE ks.t (x int, a int, z int, c int, y int, b int, v text,"
                + " PRIMARY KEY ((c, a, b), z, y, x)) WITH CLUSTERING ORDER BY"
                + " (z DESC, y ASC, x DESC) AND comment = 'PRIMARY KEY (x)'",
            "partition-key: [c, a, b, h], clustering:"
                + " [{column: z, order: desc}, {column: y}, {column: x, order: desc}]",
            "columns: {h: \"shard(z, 8)\"}");

    assertThat(refusals(plan)).isEmpty();
    assertThat(plan.target().ddl())
        .contains("PRIMARY KEY ((c, a, b, h), z, y, x)")
        .contains("CLUSTERING ORDER BY (z DESC, y ASC, x DESC)")
        .contains("comment = 'PRIMARY KEY (x)'");
  }

  @Test
  void a08RefusesNarrowing() throws Exception {
    Plan plan =
        plan(
            "CREATE TABLE ks.t (a int, b int, v text, PRIMARY KEY (a, b))",
            "partition-key: [a]",
            "");

    assertThat(reason(plan, "key-change")).startsWith("class D: ").contains("left out: b");
  }

  @Test
  void aRegularColumnInTheKeyIsRefusedForNow() throws Exception {
    Plan plan =
        plan(
            "CREATE TABLE ks.t (id int PRIMARY KEY, status text, v text)",
            "partition-key: [status], clustering: [{column: id}]",
            "");

    assertThat(reason(plan, "key-change")).startsWith("class B: ").contains("[status]");
    assertThat(plan.warnings().stream().map(Verdict::id)).contains("null-keys");
  }

  @Test
  void gcGraceIsRaisedAndNeverLoweredBySpec() throws Exception {
    String table =
        "CREATE TABLE ks.t (a int, b int, v text, PRIMARY KEY (a, b)) WITH gc_grace_seconds = 0";

    Plan carried = plan(table, "partition-key: [b], clustering: [{column: a}]", "");
    assertThat(carried.target().options()).containsEntry("gc_grace_seconds", "864000");
    assertThat(carried.target().notes())
        .anyMatch(note -> note.startsWith("gc_grace_seconds raised"));

    Plan lowered =
        plan(
            table,
            "partition-key: [b], clustering: [{column: a}], options: {gc_grace_seconds: 60}",
            "");
    assertThat(refusals(lowered)).containsExactly("gc-grace");
  }

  @Test
  void aStatementThatDoesNotBoundTheBucketIsServedByTheIndexAndAScanIsRefusedById()
      throws Exception {
    Plan plan =
        plan(
            "CREATE TABLE ks.t (s int, ts timestamp, v text, PRIMARY KEY (s, ts))",
            "partition-key: [s, day], clustering: [{column: ts}]",
            """
            columns: {day: date(ts)}
            reads:
              - {id: Q1, cql: "SELECT * FROM t WHERE s = ? AND ts > ?"}
              - {id: Q2, cql: "SELECT * FROM t WHERE s = ? AND ts > ? AND ts <= ?"}
              - {id: Q3, cql: "SELECT * FROM t WHERE v = ? ALLOW FILTERING"}
            writes:
              - {id: W1, cql: "DELETE FROM t WHERE s = ?"}
              - {id: W2, cql: "INSERT INTO t (s, ts, v) VALUES (?, ?, ?) IF NOT EXISTS"}
            """);

    assertThat(refusals(plan)).containsExactly("Q3");
    assertThat(plan.warnings().stream().map(Verdict::id)).contains("Q1", "W1");
  }

  @Test
  void c01ReadsARealSchemaAndLeavesOldOptionsOut() {
    Path file = Path.of("src", "test", "resources", "cases", "c01_comments_unicode_sasi.cql");
    TableSchema schema = SchemaFile.read(file, new TableName("rk_c01", "span"));

    assertThat(schema.shape().column("note_query")).isPresent();
    assertThat(schema.shape().column("l_ep").orElseThrow().type()).isEqualTo("rk_c01.endpoint");
    assertThat(schema.features().indexes()).hasSize(1);
    assertThat(schema.options()).containsKeys("read_repair_chance", "dclocal_read_repair_chance");
  }

  private Plan plan(String table, String target, String more) throws Exception {
    Path spec = folder.resolve("spec.yaml");
    Files.writeString(
        spec,
        "rekey: sample\nsource: ks.t\ntarget: {table: ks.t2, %s}\n%s".formatted(target, more));
    TableSchema source = SchemaFile.parse("schema.cql", table + ";", new TableName("ks", "t"));
    return new Planner(PlanChecks.all(), new RouterJudge(), ServerVersion.ASSUMED)
        .plan(SpecReader.read(spec), source, Sizing.NOT_MEASURED);
  }

  private static List<String> refusals(Plan plan) {
    return plan.refusals().stream().map(Verdict::id).toList();
  }

  private static String reason(Plan plan, String id) {
    return plan.refusals().stream()
        .filter(verdict -> verdict.id().equals(id))
        .findFirst()
        .orElseThrow()
        .reason();
  }
}
