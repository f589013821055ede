package dev.rekey.migrations;

import java.util.List;

/**
 * What a run would do. Made without the lock and without any write.
 *
 * @param statements that would be sent, in order
 * @param problems that would make the run refuse before the first of them
 */
public record DryRunResult(List<PlannedStatement> statements, List<String> problems) {
  public DryRunResult {
    statements = List.copyOf(statements);
    problems = List.copyOf(problems);
  }

  /** As a CQL script, with the problems as comments at its head. */
  public String text() {
    StringBuilder out = new StringBuilder();
    problems.forEach(
        problem -> out.append("-- PROBLEM ").append(problem.replace("\n", " ")).append('\n'));
    String script = null;
    for (PlannedStatement statement : statements) {
      if (!statement.script().equals(script)) {
        script = statement.script();
        out.append("-- ").append(script.isEmpty() ? "set-up" : script).append('\n');
      }
      out.append(statement.cql()).append(";\n");
    }
    return out.toString();
  }
}
