package dev.rekey.runbooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RunbookEngineTest {

  private static final Runbook RUNBOOK =
      RunbookReader.read(
          "r.yaml",
          """
          runbook: sample
          title: A sample
          migration: m
          steps:
            - {id: one, run: start m, expect: {state: STARTED}, undo: rollback m}
            - {id: two, wait: status m, every: 10s, budget: 25s}
            - {id: three, confirm: "Sure?", type: ks.t}
            - {id: four, run: drop m, expect: {state: DROPPED}}
          """,
          Map.of());

  private final FakeExecutor executor = new FakeExecutor();
  private final FakeConsole console = new FakeConsole();
  private final AtomicLong nanos = new AtomicLong();
  private final RunbookEngine engine =
      new RunbookEngine(
          executor, console, nanos::get, duration -> nanos.addAndGet(duration.toNanos()));

  @Test
  void runsEveryStepInOrder() {
    executor.effects("start m", "STARTED");
    executor.effects("drop m", "DROPPED");
    console.answers.add("ks.t");

    assertThat(engine.run(RUNBOOK)).isEqualTo(new RunbookOutcome.Completed(4));
    assertThat(executor.ran).containsExactly("start m", "status m", "drop m");
  }

  @Test
  void passesOverWhatTheDatabaseSaysIsDone() {
    executor.states.add("STARTED");
    executor.effects("drop m", "DROPPED");
    console.answers.add("ks.t");

    assertThat(engine.run(RUNBOOK)).isEqualTo(new RunbookOutcome.Completed(4));
    assertThat(executor.ran).containsExactly("status m", "drop m");
    assertThat(console.lines).contains("  done already: the migration has reached STARTED");
  }

  @Test
  void stopsAtAFailedCommandAndSaysHowToTakeItBack() {
    executor.exitCodes.put("start m", new ArrayDeque<>(List.of(17)));

    RunbookOutcome outcome = engine.run(RUNBOOK);

    assertThat(outcome).isInstanceOf(RunbookOutcome.StepFailed.class);
    assertThat(((RunbookOutcome.StepFailed) outcome).exitCode()).isEqualTo(17);
    assertThat(console.lines).contains("  To take this step back: rekey rollback m");
  }

  @Test
  void successWithoutTheExpectedStateIsAFailure() {
    RunbookOutcome outcome = engine.run(RUNBOOK);

    assertThat(((RunbookOutcome.StepFailed) outcome).why())
        .isEqualTo("the migration has not reached STARTED after the step");
  }

  @Test
  void aWaitEndsWithItsBudget() {
    executor.effects("start m", "STARTED");
    executor.exitCodes.put("status m", new ArrayDeque<>(List.of(1, 1, 1, 1, 1)));

    RunbookOutcome outcome = engine.run(RUNBOOK);

    assertThat(((RunbookOutcome.StepFailed) outcome).why())
        .isEqualTo("it did not succeed within PT25S");
    assertThat(executor.ran).containsExactly("start m", "status m", "status m", "status m");
  }

  @Test
  void nothingFollowsAMissingConfirmation() {
    executor.effects("start m", "STARTED");
    console.answers.add("ks.other");

    RunbookOutcome outcome = engine.run(RUNBOOK);

    assertThat(outcome).isInstanceOf(RunbookOutcome.NotConfirmed.class);
    assertThat(executor.ran).doesNotContain("drop m");
  }

  private static final class FakeExecutor implements StepExecutor {
    final List<String> ran = new ArrayList<>();
    final Set<String> states = new HashSet<>();
    final Map<String, Deque<Integer>> exitCodes = new java.util.HashMap<>();
    private final Map<String, String> effects = new java.util.HashMap<>();

    void effects(String command, String state) {
      effects.put(command, state);
    }

    @Override
    public int run(List<String> arguments) {
      String command = String.join(" ", arguments);
      ran.add(command);
      if (effects.containsKey(command)) {
        states.add(effects.get(command));
      }
      Deque<Integer> codes = exitCodes.getOrDefault(command, new ArrayDeque<>());
      return codes.isEmpty() ? 0 : codes.pop();
    }

    @Override
    public boolean reached(String migration, String state) {
      return states.contains(state);
    }
  }

  private static final class FakeConsole implements Console {
    final List<String> lines = new ArrayList<>();
    final Deque<String> answers = new ArrayDeque<>();

    @Override
    public void say(String line) {
      lines.add(line);
    }

    @Override
    public Optional<String> ask(String question, String expected) {
      return Optional.ofNullable(answers.poll());
    }
  }

  @Test
  void aPauseOfNothingIsRefused() {
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> new StepAction.Wait(List.of("status"), Duration.ZERO))
        .hasMessage("Cannot wait: the pause between two tries must be positive (PT0S)");
  }
}
