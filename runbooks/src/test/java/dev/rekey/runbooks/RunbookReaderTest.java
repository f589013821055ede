package dev.rekey.runbooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rekey.runbooks.yaml.DocumentException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunbookReaderTest {

  private static final String GOOD =
      """
      runbook: sample
      title: A sample
      migration: ${name}
      parameters:
        name: {description: the migration}
        pause: {description: unused, default: 3s}
      steps:
        - id: start
          run: start ${name}.yaml
          expect: {state: TARGET_CREATED}
          undo: rollback ${name}
          budget: 2m
        - id: look
          wait: status ${name}
          every: 1s
        - id: sure
          confirm: Drop it?
          type: ${name}
          point-of-no-return: true
      """;

  @Test
  void fillsInParameters() {
    Runbook runbook = RunbookReader.read("r.yaml", GOOD, Map.of("name", "readings"));

    assertThat(runbook.migration()).isEqualTo("readings");
    assertThat(runbook.steps()).hasSize(3);
    Step start = runbook.steps().get(0);
    assertThat(start.action()).isEqualTo(new StepAction.Run(List.of("start", "readings.yaml")));
    assertThat(start.expectedState()).contains("TARGET_CREATED");
    assertThat(start.undo()).contains("rollback readings");
    assertThat(start.budget()).contains(Duration.ofMinutes(2));
    assertThat(runbook.steps().get(1).budget()).contains(Duration.ofMinutes(10));
    assertThat(runbook.steps().get(2).action())
        .isEqualTo(new StepAction.Confirm("Drop it?", "readings"));
    assertThat(runbook.steps().get(2).nature()).isEqualTo(Step.Nature.POINT_OF_NO_RETURN);
    assertThat(runbook.steps().get(2).undo()).isEqualTo(Optional.empty());
  }

  @Test
  void namesEveryMissingAndUnknownParameter() {
    DocumentException e =
        catchThrowableOfType(
            DocumentException.class,
            () -> RunbookReader.read("r.yaml", GOOD, Map.of("nmae", "readings")));

    assertThat(e)
        .hasMessageContaining("r.yaml:5:3 parameters.name: no value given and no default")
        .hasMessageContaining("--set nmae: the runbook has no such parameter (name, pause)");
  }

  @Test
  void reportsMistakesOfFormAndMeaningWithPositions() {
    String bad =
        """
        runbook: sample
        title: A sample
        migration: m
        steps:
          - {id: a, run: status, gate: status}
          - {id: b, run: "status ${nobody}"}
          - {id: b, confirm: "Sure?"}
        """;
    DocumentException e =
        catchThrowableOfType(
            DocumentException.class, () -> RunbookReader.read("r.yaml", bad, Map.of()));

    assertThat(e.mistakes().stream().map(Object::toString))
        .containsExactly(
            "5:5 steps[0]: a step is exactly one of run, gate, confirm, wait, not [run, gate]",
            "6:18 steps[1].run: unknown parameter ${nobody}",
            "7:5 steps[2]: 'type' belongs to 'confirm', and 'confirm' needs it",
            "7:10 steps[2].id: another step has the same id");
  }

  @Test
  void unknownKeysFailAndTheKnownOnesAreNamed() {
    String bad =
        """
        runbook: sample
        title: A sample
        migration: m
        abort-when: []
        steps:
          - {id: a, run: status, exepct: {state: X}}
        """;
    DocumentException e =
        catchThrowableOfType(
            DocumentException.class, () -> RunbookReader.read("r.yaml", bad, Map.of()));

    assertThat(e.mistakes().stream().map(Object::toString))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("4:1 unknown key 'abort-when' (known here: "),
            second ->
                assertThat(second)
                    .startsWith("6:26 steps[0]: unknown key 'exepct' (known here: budget, "));
  }
}
