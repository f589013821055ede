package dev.rekey.migrations;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares scripts with the history. Pure: the same for a run, a dry run and a check. */
final class Planner {
  private final List<Script> scripts;
  private final Map<String, HistoryRow> history = new LinkedHashMap<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  private Planner(List<Script> scripts, List<HistoryRow> rows) {
    this.scripts = scripts;
    rows.forEach(row -> history.put(row.script(), row));
  }

  /**
   * @param scripts in the order in which they run
   */
  static Plan plan(List<Script> scripts, List<HistoryRow> rows) {
    return new Planner(scripts, rows).plan();
  }

  private Plan plan() {
    refuseMissing();
    Optional<Version> newest = newestRecorded();
    for (Script script : scripts) {
      HistoryRow row = history.get(script.file());
      if (row == null) {
        planNew(script, newest);
      } else if (row.status() != HistoryStatus.DONE) {
        planResume(script, row);
      } else if (!row.checksum().equals(script.checksum())) {
        planChanged(script, row);
      }
    }
    return new Plan(steps, problems);
  }

  private void refuseMissing() {
    Set<String> files = scripts.stream().map(Script::file).collect(Collectors.toSet());
    for (HistoryRow row : history.values()) {
      if (row.kind() == ScriptKind.VERSIONED && !files.contains(row.script())) {
        problems.add(
            "%s: recorded in the history (%s) but in none of the locations; put the file back, under its old name"
                .formatted(row.script(), row.status()));
      }
    }
  }

  private Optional<Version> newestRecorded() {
    return history.values().stream()
        .filter(row -> row.kind() == ScriptKind.VERSIONED)
        .map(row -> Version.parse(row.version()))
        .max(Version::compareTo);
  }

  private void planNew(Script script, Optional<Version> newest) {
    Optional<Version> version = script.name().version();
    if (version.isPresent() && newest.isPresent() && version.get().compareTo(newest.get()) < 0) {
      problems.add(
          "%s: version %s comes before %s, which has run; give it a greater version"
              .formatted(script.location(), version.get(), newest.get()));
      return;
    }
    steps.add(new Step(script, Optional.empty(), 0));
  }

  private void planChanged(Script script, HistoryRow row) {
    if (script.name().kind() == ScriptKind.REPEATABLE) {
      steps.add(new Step(script, Optional.of(row), 0));
      return;
    }
    problems.add(
        "%s: changed after it was applied: recorded checksum %s, file %s; restore the file as it was and put the change into a new version"
            .formatted(script.location(), row.checksum(), script.checksum()));
  }

  private void planResume(Script script, HistoryRow row) {
    boolean changed = !row.checksum().equals(script.checksum());
    if (changed && script.name().kind() == ScriptKind.REPEATABLE) {
      steps.add(new Step(script, Optional.of(row), 0));
      return;
    }
    int done = row.done();
    if (done > script.statements().size()
        || !script.prefixChecksum(done).equals(row.doneChecksum())) {
      problems.add(
          "%s: cannot be resumed after statement %d: the statements up to there are not those that ran (recorded checksum %s, file %s); restore them and change only what follows"
              .formatted(script.location(), done, row.checksum(), script.checksum()));
      return;
    }
    if (row.doubtful().isPresent() && !mayRepeat(script, row.doubtful().get())) {
      int number = row.doubtful().get();
      problems.add(
          "%s: the outcome of statement %d%s is unknown (%s, runner %s); look whether it took effect, then call settle(\"%s\", %d, DONE or NOT_DONE)"
              .formatted(
                  script.location(),
                  number,
                  where(script, number),
                  row.error().isEmpty() ? "its runner died or stalled" : row.error(),
                  row.appliedBy(),
                  script.file(),
                  number));
      return;
    }
    steps.add(new Step(script, Optional.of(row), done));
  }

  private static boolean mayRepeat(Script script, int number) {
    return number <= script.statements().size() && script.statements().get(number - 1).repeatable();
  }

  private static String where(Script script, int number) {
    if (number > script.statements().size()) {
      return "";
    }
    CqlStatement statement = script.statements().get(number - 1);
    return " (line %d: %s)".formatted(statement.line(), statement.excerpt());
  }
}
