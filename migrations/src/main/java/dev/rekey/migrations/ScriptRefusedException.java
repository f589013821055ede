package dev.rekey.migrations;

import java.util.List;

/** Scripts, or scripts against the recorded history, are not fit to run. Nothing was executed. */
public final class ScriptRefusedException extends MigrationException {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  ScriptRefusedException(String what, List<String> problems) {
    super(message(what, problems));
    this.problems = List.copyOf(problems);
  }

  /** Every problem found, each naming the file and, where it has one, the line and column. */
  public List<String> problems() {
    return problems;
  }

  private static String message(String what, List<String> problems) {
    String count = problems.size() == 1 ? "1 problem" : problems.size() + " problems";
    return what + ": " + count + "\n  - " + String.join("\n  - ", problems);
  }
}
