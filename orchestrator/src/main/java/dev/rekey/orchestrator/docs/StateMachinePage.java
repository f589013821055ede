package dev.rekey.orchestrator.docs;

import dev.rekey.core.state.Leg;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.core.state.Transition;
import dev.rekey.core.state.TransitionTable;
import java.util.List;
import java.util.Locale;

/** {@code docs/state-machine.md}: the transition table, its diagram and the phases. */
public final class StateMachinePage {

  private StateMachinePage() {}

  /** The whole page. */
  public static String render() {
    StringBuilder page = new StringBuilder();
    page.append("# States and phases\n\n");
    page.append(
        """
        <!-- Generated from dev.rekey.core.state.TransitionTable; a test fails when it differs. -->

        A migration is always in one state. A command moves it along this table and along nothing
        else; in every other state it is refused, with the state and the command that is allowed.

        """);
    page.append("```mermaid\n").append(TransitionTable.mermaid()).append("```\n\n");
    page.append("| from | command | to | phase of the fleet once it is done |\n");
    page.append("|---|---|---|---|\n");
    for (Transition row : TransitionTable.rows()) {
      page.append(
          "| %s | `rekey %s` | %s | %s |\n"
              .formatted(row.from(), row.verb().command(), row.to(), row.phase()));
    }
    page.append(
        "\n`soak` is not typed: `rekey retire` takes that step once the time has passed.\n");
    page.append("\nFinal states: ");
    page.append(
        String.join(
            ", ",
            List.of(MigrationState.values()).stream()
                .filter(MigrationState::isFinal)
                .map(Enum::name)
                .toList()));
    page.append(".\n\n## Phases\n\n");
    page.append(
        """
        What an application instance does. Only neighbours in this list are ever live together: a
        phase is published as an epoch, and the next one only when every instance has acknowledged
        it, or has surely ended.

        """);
    page.append("| phase | reads | writes source | writes target | a failed follow leg |\n");
    page.append("|---|---|---|---|---|\n");
    for (Phase phase : Phase.values()) {
      page.append(
          "| %s | %s | %s | %s | %s |\n"
              .formatted(
                  phase,
                  phase.lead().name().toLowerCase(Locale.ROOT),
                  phase.writes(Leg.SOURCE) ? "yes" : "no",
                  phase.writes(Leg.TARGET) ? "yes" : "no",
                  followLeg(phase)));
    }
    return page.toString();
  }

  private static String followLeg(Phase phase) {
    if (!phase.isDual()) {
      return "-";
    }
    return phase.isStrict() ? "the application gets the error" : "is journalled";
  }
}
