package dev.rekey.orchestrator.verb;

import dev.rekey.control.MigrationRecord;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.guard.GuardResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Whether a migration can take its next step: a sentence, then every guard; or the same as data.
 *
 * @param step the verb's word; empty where no step with guards follows
 * @param guards what each of them measured
 */
public record Readiness(MigrationRecord record, String step, List<GuardResult> guards) {

  /** Copies the list. */
  public Readiness {
    guards = List.copyOf(guards);
  }

  /** How the command ends: as the step would if it were tried now. */
  public ExitCode exitCode() {
    return failed().stream()
        .flatMap(result -> result.failure().stream())
        .findFirst()
        .orElse(ExitCode.DONE);
  }

  /** For a person. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(sentence());
    if (!guards.isEmpty()) {
      lines.add("");
      guards.forEach(result -> lines.add(result.toString()));
    }
    lines.add("");
    lines.add("Next: " + next());
    return lines;
  }

  /** For a program. */
  public Map<String, Object> data() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("migration", record.name());
    data.put("sentence", sentence());
    data.put("state", record.state().name());
    data.put("step", step);
    data.put("ready", exitCode() == ExitCode.DONE);
    data.put("exit-code", exitCode().code());
    data.put("guards", guards.stream().map(Readiness::data).toList());
    data.put("next", next());
    return data;
  }

  private static Map<String, Object> data(GuardResult result) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("guard", result.name());
    data.put("passed", result.passed());
    data.put("measured", result.measured());
    result.remedy().ifPresent(remedy -> data.put("remedy", remedy));
    return data;
  }

  private String sentence() {
    if (step.isEmpty()) {
      return "%s is %s; nothing is left to check.".formatted(record.name(), record.state());
    }
    if (failed().isEmpty()) {
      return "%s is ready for %s: all %d guards pass."
          .formatted(record.name(), step, guards.size());
    }
    return "%s is not ready for %s: %s."
        .formatted(
            record.name(),
            step,
            failed().stream()
                .map(result -> "%s (%s)".formatted(result.name(), result.measured()))
                .collect(Collectors.joining("; ")));
  }

  private String next() {
    return failed().stream()
        .flatMap(result -> result.remedy().stream())
        .findFirst()
        .orElseGet(() -> NextCommand.after(record));
  }

  private List<GuardResult> failed() {
    return guards.stream().filter(result -> !result.passed()).toList();
  }
}
