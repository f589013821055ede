package dev.rekey.orchestrator.plan;

import dev.rekey.control.WriteMode;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.orchestrator.plan.Verdict.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Prints a plan for a person; Markdown, so that it can be pasted into a review. */
public final class PlanRenderer {

  private final StringBuilder text = new StringBuilder();
  private final Plan plan;

  private PlanRenderer(Plan plan) {
    this.plan = plan;
  }

  /** The whole plan, ending with a line break. */
  public static String render(Plan plan) {
    PlanRenderer renderer = new PlanRenderer(plan);
    renderer.head();
    renderer.ddl();
    renderer.verdicts();
    renderer.accessPatterns();
    renderer.sizing();
    renderer.retention();
    renderer.writePath();
    renderer.risks();
    return renderer.text.toString();
  }

  private void head() {
    line("# Plan of " + plan.spec().name());
    line("");
    line(
        plan.refusals().isEmpty()
            ? "It can be done%s."
                .formatted(
                    plan.warnings().isEmpty()
                        ? ""
                        : "; " + count(plan.warnings().size(), "warning") + " to read")
            : "REFUSED: %s; nothing was created."
                .formatted(count(plan.refusals().size(), "reason")));
    line("");
    line("  source  %s  %s", plan.source().shape().qualifiedName(), key(plan.source().shape()));
    line("  target  %s  %s", plan.target().shape().qualifiedName(), key(plan.target().shape()));
    for (Column column : plan.mapping().derivedColumns()) {
      line(
          "          %s %s = %s",
          column.cql(), column.type(), plan.mapping().rule(column.name()).expression());
    }
    line("  schema  %s", plan.source().origin());
    line(
        "  server  Cassandra %s%s",
        plan.version(), plan.source().live() ? "" : " assumed (no cluster was asked)");
    line("  class   %s: %s", plan.mapping().keyChange(), plan.mapping().keyChange().meaning());
  }

  private void ddl() {
    section("DDL");
    line(plan.target().ddl() + ";");
    plan.target().notes().forEach(note -> line("-- " + note));
    if (plan.indexTables().isEmpty()) {
      return;
    }
    line("");
    line("-- The bucket index: it tells which target partitions a statement is about that does");
    line(
        "-- not bound the bucket. It costs one row per target partition, two small requests when a");
    line("-- process writes a bucket for the first time, and one read before each such statement.");
    plan.indexTables().forEach(table -> line(table.ddl() + ";"));
  }

  private void verdicts() {
    section("Verdicts");
    for (Level level : List.of(Level.REFUSE, Level.WARN, Level.PASS)) {
      plan.verdicts().stream().filter(verdict -> verdict.level() == level).forEach(this::verdict);
    }
  }

  private void verdict(Verdict verdict) {
    line("%-6s  %s: %s", verdict.level(), verdict.id(), verdict.reason());
    verdict.remedy().ifPresent(remedy -> line("        remedy: " + remedy));
  }

  private void accessPatterns() {
    section("Access patterns");
    if (plan.reads().isEmpty()) {
      line("none declared; add the application's SELECTs under 'reads' to have them judged");
      return;
    }
    table(plan.reads());
  }

  private void table(List<AccessPattern> patterns) {
    line("| # | Query | Table | Partition key | Clustering | CL |");
    line("|---|---|---|---|---|---|");
    String target = plan.target().shape().qualifiedName();
    for (AccessPattern pattern : patterns) {
      boolean served = pattern.verdict().level() != Level.REFUSE;
      line(
          "| %s | %s | %s | %s | %s | %s |",
          pattern.statement().id(),
          pattern.statement().cql().replace("|", "\\|").replaceAll("\\s+", " "),
          served ? target : "REFUSED",
          pattern.partitionKey(),
          pattern.clustering(),
          pattern.statement().consistency());
    }
    patterns.stream()
        .map(AccessPattern::verdict)
        .filter(verdict -> verdict.level() != Level.PASS)
        .forEach(this::verdict);
  }

  private void sizing() {
    section("Partition sizing");
    plan.sizing().lines().forEach(this::line);
  }

  private void retention() {
    section("Retention");
    line("default_time_to_live  %d s", plan.target().number("default_time_to_live", 0));
    line("gc_grace_seconds      %d s", plan.target().gcGraceSeconds());
    line("compaction            %s", plan.target().options().getOrDefault("compaction", "default"));
  }

  private void writePath() {
    section("Write path");
    line(
        "Both tables are written %s with one timestamp; rows are made by %s.",
        plan.spec().policies().writeMode() == WriteMode.PARALLEL
            ? "in parallel"
            : "in one logged batch, at about five times the cost of parallel writes,",
        plan.spec().policies().rowMarker());
    if (plan.writes().isEmpty()) {
      line("No writes declared; the interceptor refuses at run time what it cannot mirror.");
    } else {
      table(plan.writes());
    }
  }

  private void risks() {
    section("Risks");
    List<String> risks = new ArrayList<>();
    plan.refusals().forEach(verdict -> risks.add("REFUSE " + verdict.id()));
    plan.warnings().forEach(verdict -> risks.add("WARN " + verdict.id()));
    line(risks.isEmpty() ? "none found" : String.join("\n", risks));
    if (!plan.source().live()) {
      line("A schema file does not show data, replication, triggers or dropped columns:");
      line("plan again with --contact-point before you start.");
    }
  }

  private void section(String title) {
    line("");
    line("## " + title);
    line("");
  }

  private void line(String format, Object... arguments) {
    text.append(arguments.length == 0 ? format : format.formatted(arguments)).append('\n');
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static String key(TableShape shape) {
    String partition = names(shape.partitionKey());
    String whole = "(" + partition + ")";
    return shape.clustering().isEmpty()
        ? "PRIMARY KEY (" + whole + ")"
        : "PRIMARY KEY ("
            + (shape.partitionKey().size() > 1 ? whole : partition)
            + ", "
            + shape.clustering().stream()
                .map(column -> column.cql() + (column.descending() ? " DESC" : ""))
                .collect(Collectors.joining(", "))
            + ")";
  }

  private static String names(List<Column> columns) {
    return columns.stream().map(Column::cql).collect(Collectors.joining(", "));
  }
}
