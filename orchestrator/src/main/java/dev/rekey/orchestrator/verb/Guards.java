package dev.rekey.orchestrator.verb;

import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.engine.Narrator;
import dev.rekey.orchestrator.guard.Guard;
import dev.rekey.orchestrator.guard.GuardResult;
import java.util.List;
import java.util.stream.Collectors;

/** Runs guards in order and shows every result. */
final class Guards {

  private Guards() {}

  static List<GuardResult> show(List<Guard> guards, Narrator narrator) {
    List<GuardResult> results = guards.stream().map(Guard::check).toList();
    results.forEach(result -> narrator.say(result.toString()));
    return results;
  }

  /**
   * Shows every result and goes on only if all passed.
   *
   * @throws RekeyException with the exit code of the first failure, naming all of them
   */
  static void require(List<Guard> guards, String command, Narrator narrator) {
    List<GuardResult> failed =
        show(guards, narrator).stream().filter(result -> !result.passed()).toList();
    if (!failed.isEmpty()) {
      throw new RekeyException(
          failed.get(0).failure().orElseThrow(),
          "Cannot %s: %s"
              .formatted(
                  command,
                  failed.stream()
                      .map(result -> result.name() + " failed (" + result.measured() + ")")
                      .collect(Collectors.joining("; "))),
          failed.get(0).remedy().orElse("rekey status"));
    }
  }
}
