package dev.rekey.demo;

import static dev.rekey.core.state.MigrationState.BACKFILLED;
import static dev.rekey.core.state.MigrationState.DUAL_WRITING;
import static dev.rekey.core.state.MigrationState.READS_SWITCHED;
import static dev.rekey.core.state.MigrationState.SOURCE_DROPPED;
import static dev.rekey.core.state.MigrationState.SOURCE_RETIRED;
import static dev.rekey.core.state.MigrationState.TARGET_CREATED;
import static dev.rekey.core.state.MigrationState.VERIFIED;

import dev.rekey.control.BackfillRun;
import dev.rekey.control.BackfillStore;
import dev.rekey.control.EvidenceRecord;
import dev.rekey.control.EvidenceStore;
import dev.rekey.core.state.MigrationState;
import dev.rekey.demo.app.AuditResult;
import dev.rekey.demo.history.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The migration, command by command, while the application runs. */
final class Walk {
  private static final int NOT_CONFIRMED = 11;

  private final Operator operator;
  private final Place place;
  private final Stage stage;
  private final Duration pause;
  private final List<StepRecord> steps = new ArrayList<>();
  private final List<AuditResult> audits = new ArrayList<>();
  private long writesWhenDropped;

  /**
   * A walk through all steps.
   *
   * @param pause how long the application runs between two steps
   */
  Walk(Operator operator, Place place, Stage stage, Duration pause) {
    this.operator = operator;
    this.place = place;
    this.stage = stage;
    this.pause = pause;
  }

  /** Walks to the end; the result is why it could not, if so. */
  Optional<String> run() {
    try {
      letTrafficFlow();
      step("Install the control tables", Set.of(), "init");
      step("Plan: what would happen", Set.of(), "plan", place.spec());
      step("Create the target", Set.of(TARGET_CREATED), "start", place.spec());
      step("Write both tables", Set.of(DUAL_WRITING), "dual-write", place.migration());
      letTrafficFlow();
      step("Copy what was there before", Set.of(BACKFILLED), "backfill", place.migration());
      letTrafficFlow();
      step("Compare both tables", Set.of(VERIFIED), "verify", place.migration());
      step("Read from the target", Set.of(READS_SWITCHED), "switch-reads", place.migration());
      letTrafficFlow();
      step("Change our mind", Set.of(VERIFIED), "rollback", place.migration());
      letTrafficFlow();
      step("Compare both tables again", Set.of(VERIFIED), "verify", place.migration());
      step("Read from the target again", Set.of(READS_SWITCHED), "switch-reads", place.migration());
      letTrafficFlow();
      check(place.target());
      step(
          "Stop writing the source",
          Set.of(SOURCE_RETIRED),
          "retire",
          place.migration(),
          "--confirm",
          place.migration());
      letTrafficFlow();
      refusedDrop();
      step(
          "Drop the source",
          Set.of(SOURCE_DROPPED),
          "drop",
          place.migration(),
          "--confirm",
          place.source());
      writesWhenDropped = stage.traffic().log().writes();
      letTrafficFlow();
      check(place.target());
      return Optional.empty();
    } catch (StepFailedException e) {
      stage.console().say("");
      stage.console().say("The migration stopped: %s", e.getMessage());
      return Optional.of(e.getMessage());
    }
  }

  private void refusedDrop() {
    int exitCode = type("Try to drop the source without its name", "drop", place.migration());
    if (exitCode != NOT_CONFIRMED) {
      throw new StepFailedException(
          "'drop' without the table's name ended with exit code %d instead of %d"
              .formatted(exitCode, NOT_CONFIRMED));
    }
    requireState(Set.of(SOURCE_RETIRED));
  }

  private void step(String title, Set<MigrationState> expected, String... command) {
    int exitCode = type(title, command);
    if (exitCode != 0) {
      throw new StepFailedException(
          "'rekey %s' ended with exit code %d".formatted(command[0], exitCode));
    }
    requireState(expected);
  }

  private void requireState(Set<MigrationState> expected) {
    if (expected.isEmpty()) {
      return;
    }
    MigrationState state =
        stage
            .phases()
            .find()
            .orElseThrow(() -> new StepFailedException("the migration is not stored"))
            .state();
    if (!expected.contains(state)) {
      throw new StepFailedException("state is %s instead of %s".formatted(state, expected));
    }
  }

  private int type(String title, String... command) {
    stage.console().title(title);
    String[] complete =
        Stream.concat(Arrays.stream(command), Stream.of("--contact-point", place.address()))
            .toArray(String[]::new);
    stage.console().say("$ rekey %s", String.join(" ", complete));
    stage.phases().beside(command[0]);
    long start = System.nanoTime();
    int exitCode;
    try {
      exitCode = operator.run(complete);
    } finally {
      stage.phases().beside("");
    }
    Duration time = Duration.ofNanos(System.nanoTime() - start);
    steps.add(
        new StepRecord(
            title,
            Arrays.stream(command).limit(2).collect(Collectors.joining(" ")),
            time,
            exitCode,
            exitCode == 0 ? facts(command[0]) : ""));
    stage.console().say("   (%.1f s)  %s", time.toMillis() / 1000.0, trafficLine());
    return exitCode;
  }

  private String facts(String verb) {
    return switch (verb) {
      case "backfill" -> copied();
      case "verify" -> compared();
      default -> "";
    };
  }

  private String copied() {
    BackfillStore store = new BackfillStore(stage.admin());
    return store.runs(place.migration()).stream()
        .filter(run -> run.kind() == BackfillRun.Kind.COPY)
        .findFirst()
        .map(
            run ->
                "%,d rows, %,d cells, %d ranges"
                    .formatted(
                        run.totals().rows(),
                        run.totals().cells(),
                        store.ranges(place.migration(), run.run()).size()))
        .orElse("");
  }

  private String compared() {
    return new EvidenceStore(stage.admin())
        .latest(place.migration())
        .map(
            evidence ->
                "%,d rows against %,d, %s"
                    .formatted(
                        evidence.source().rows(), evidence.target().rows(), verdict(evidence)))
        .orElse("");
  }

  private static String verdict(EvidenceRecord evidence) {
    EvidenceRecord.Differences d = evidence.differences();
    return "%d missing, %d stale, %d orphans, %d with another expiry, %d unresolved"
        .formatted(d.missing(), d.stale(), d.orphan(), d.ttl(), d.unresolved());
  }

  private void letTrafficFlow() {
    stage.console().watch(pause, this::trafficLine, Thread.currentThread()::isInterrupted);
  }

  private String trafficLine() {
    History.Totals totals = stage.traffic().history().totals();
    return "application: %,d writes, %,d reads, %d failed, %,d rows judged, %d wrong; phase %s"
        .formatted(
            stage.traffic().log().writes(),
            stage.traffic().log().reads(),
            stage.traffic().log().failures(),
            totals.rowsJudged(),
            totals.violationCount(),
            stage.phases().label());
  }

  /** Every row of a table, one by one, while the writers wait. */
  private void check(String table) {
    stage.console().title("Check every row of " + table);
    stage.phases().beside("check");
    try {
      audits.add(stage.audit(table));
    } finally {
      stage.phases().beside("");
    }
    AuditResult result = audits.get(audits.size() - 1);
    stage
        .console()
        .say(
            "%,d rows found; %,d keys checked: %,d values and %,d deletes and %,d expired of the"
                + " application, %,d loaded rows: %d wrong",
            result.rows(),
            result.checked(),
            result.values(),
            result.deletes(),
            result.expired(),
            result.loaded(),
            result.violations());
  }

  Place place() {
    return place;
  }

  List<StepRecord> steps() {
    return List.copyOf(steps);
  }

  List<AuditResult> audits() {
    return List.copyOf(audits);
  }

  /** What the demo promises, and whether it held. */
  List<Check> checks(Optional<String> broken) {
    History.Totals totals = stage.traffic().history().totals();
    List<Check> checks = new ArrayList<>();
    checks.add(
        Check.that(
            "the migration went through, with one rollback",
            broken.isEmpty(),
            broken.orElse(steps.size() + " commands")));
    checks.add(
        Check.that(
            "no request of the application failed",
            stage.traffic().log().failures() == 0,
            "%d of %,d"
                .formatted(
                    stage.traffic().log().failures(),
                    stage.traffic().log().reads() + stage.traffic().log().writes())));
    checks.add(
        Check.that(
            "no read and no check found a lost, revived, stale or wrong row",
            totals.violationCount() == 0,
            "%d of %,d rows judged".formatted(totals.violationCount(), totals.rowsJudged())));
    checks.add(
        Check.that(
            "every acknowledged write was looked for in the table that is left",
            broken.isEmpty() && last().values() > 0 && last().deletes() > 0,
            broken.isEmpty()
                ? "%,d values, %,d deletes, %,d expired, %,d in doubt"
                    .formatted(
                        last().values(), last().deletes(), last().expired(), last().inDoubt())
                : "not reached"));
    checks.add(
        Check.that(
            "the source is gone and the application still works",
            broken.isEmpty() && isDropped() && stage.traffic().log().writes() > writesWhenDropped,
            broken.isEmpty()
                ? "%,d writes after the drop"
                    .formatted(stage.traffic().log().writes() - writesWhenDropped)
                : "not reached"));
    return List.copyOf(checks);
  }

  private AuditResult last() {
    return audits.get(audits.size() - 1);
  }

  private boolean isDropped() {
    return stage
        .admin()
        .execute(
            "SELECT table_name FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
            (Object[]) place.source().split("\\.", 2))
        .all()
        .isEmpty();
  }

  private static final class StepFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StepFailedException(String message) {
      super(message);
    }
  }
}
