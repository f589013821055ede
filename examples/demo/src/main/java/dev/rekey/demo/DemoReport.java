package dev.rekey.demo;

import dev.rekey.demo.app.AuditResult;
import dev.rekey.demo.app.PartitionSizes;
import dev.rekey.demo.app.RequestLog;
import dev.rekey.demo.history.History;
import dev.rekey.demo.history.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** The report: counted facts only, as Markdown. */
final class DemoReport {
  private final Walk walk;
  private final Stage stage;
  private final AuditResult before;
  private final String server;
  private final List<String> lines = new ArrayList<>();

  /**
   * A report about a walk that has ended.
   *
   * @param before the source as it was loaded
   * @param server name and version
   */
  DemoReport(Walk walk, Stage stage, AuditResult before, String server) {
    this.walk = walk;
    this.stage = stage;
    this.before = before;
    this.server = server;
  }

  /** Writes it to a file and to the console. */
  void write(List<Check> checks, Path file) {
    lines.add("# Report of the demo");
    add("");
    add(
        "%s; %,d rows in %d partitions before the application started.",
        server, before.rows(), before.sizes().partitions());
    steps();
    requests();
    writes();
    audits();
    sizes();
    problems();
    checks(checks);
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write the report to " + file, e);
    }
    stage.console().say("");
    lines.forEach(line -> stage.console().say("%s", line));
    stage.console().say("");
    stage.console().say("This report is in %s", Instructions.relative(file));
  }

  private void steps() {
    add("");
    add("## Steps");
    table("step", "command", "seconds", "exit code", "counted");
    for (StepRecord step : walk.steps()) {
      row(
          step.title(),
          "`rekey " + step.command() + "`",
          "%.1f".formatted(step.time().toMillis() / 1000.0),
          step.exitCode(),
          step.facts());
    }
  }

  private void requests() {
    add("");
    add("## Requests of the application, by the phase in which they were sent");
    add("");
    add("Latency as the thread saw it; a range read counts until its last page.");
    table("phase", "kind", "sent", "failed", "p50 ms", "p99 ms", "max ms");
    stage
        .traffic()
        .log()
        .byPhase()
        .forEach(
            (phase, totals) -> {
              requestRow(phase, "writes", totals.writes());
              requestRow(phase, "reads", totals.reads());
            });
  }

  private void requestRow(String phase, String kind, RequestLog.KindTotals totals) {
    row(
        phase,
        kind,
        "%,d".formatted(totals.sent()),
        totals.failed(),
        millis(totals.p50Micros()),
        millis(totals.p99Micros()),
        millis(totals.maxMicros()));
  }

  private void writes() {
    History.Totals totals = stage.traffic().history().totals();
    add("");
    add("## Acknowledged writes");
    table("kind", "acknowledged");
    new TreeMap<>(totals.acknowledged())
        .forEach(
            (kind, count) -> row(kind.name().toLowerCase(Locale.ROOT).replace('_', ' '), count));
    row("all", totals.acknowledgedWrites());
    add("");
    add(
        "%,d rows were written at least once; %d writes have an unknown outcome. While the"
            + " application ran, %,d rows (or their absence) were read and judged.",
        totals.keysWritten(), totals.unknown(), totals.rowsJudged());
  }

  private void audits() {
    add("");
    add("## Every row, one by one");
    add("");
    add(
        "Each key the application ever wrote and each loaded row, against its newest acknowledged"
            + " write, read past the interceptor while the writers waited. A row whose TTL ends between"
            + " two checks is found by the first only.");
    table(
        "when",
        "table",
        "rows found",
        "values",
        "deletes",
        "expired",
        "loaded rows",
        "in doubt",
        "wrong");
    List<AuditResult> audits = walk.audits();
    for (int i = 0; i < audits.size(); i++) {
      AuditResult audit = audits.get(i);
      row(
          i == 0 ? "before retire" : "after drop",
          audit.table(),
          "%,d".formatted(audit.rows()),
          "%,d".formatted(audit.values()),
          "%,d".formatted(audit.deletes()),
          "%,d".formatted(audit.expired()),
          "%,d".formatted(audit.loaded()),
          audit.inDoubt(),
          audit.violations());
    }
  }

  private void sizes() {
    add("");
    add("## Partitions before and after");
    add("");
    add("Bytes are those of keys and values as a client receives them.");
    table("table", "partitions", "rows: median", "p99", "max", "bytes: median", "p99", "max");
    sizeRow(before);
    walk.audits().stream()
        .filter(audit -> audit.table().equals(walk.place().target()))
        .reduce((first, second) -> second)
        .ifPresent(this::sizeRow);
  }

  private void sizeRow(AuditResult audit) {
    PartitionSizes sizes = audit.sizes();
    row(
        audit.table(),
        "%,d".formatted(sizes.partitions()),
        "%,d".formatted(sizes.rows().median()),
        "%,d".formatted(sizes.rows().p99()),
        "%,d".formatted(sizes.rows().max()),
        "%,d".formatted(sizes.bytes().median()),
        "%,d".formatted(sizes.bytes().p99()),
        "%,d".formatted(sizes.bytes().max()));
  }

  private void problems() {
    List<Violation> samples = stage.traffic().history().totals().samples();
    List<String> errors = stage.traffic().log().errors();
    if (samples.isEmpty() && errors.isEmpty()) {
      return;
    }
    add("");
    add("## Problems (the first of them)");
    add("");
    samples.stream().limit(20).forEach(violation -> lines.add("- " + violation));
    errors.forEach(error -> lines.add("- " + error));
  }

  private void checks(List<Check> checks) {
    add("");
    add("## Checks");
    table("promise", "result", "measured");
    checks.forEach(check -> row(check.promise(), check.result(), check.measured()));
    add("");
    long failed = checks.stream().filter(check -> !check.holds()).count();
    add(failed == 0 ? "All checks passed." : failed + " checks failed.");
  }

  private void table(String... titles) {
    add("");
    row((Object[]) titles);
    lines.add("|" + "---|".repeat(titles.length));
  }

  private void row(Object... cells) {
    StringBuilder line = new StringBuilder("|");
    for (Object cell : cells) {
      line.append(' ').append(cell).append(" |");
    }
    lines.add(line.toString());
  }

  private void add(String format, Object... values) {
    lines.add(values.length == 0 ? format : format.formatted(values));
  }

  private static String millis(long micros) {
    return "%.1f".formatted(micros / 1000.0);
  }
}
