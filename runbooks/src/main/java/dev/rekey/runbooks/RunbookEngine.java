package dev.rekey.runbooks;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Runs the steps of a runbook in order and stops at the first that does not succeed. A step whose
 * expected state is reached already is passed over, so a run that was interrupted is simply started
 * again.
 */
public final class RunbookEngine {

  private static final int WAIT_EXHAUSTED = 11;

  /** Pauses between two tries of a wait. */
  @FunctionalInterface
  public interface Pause {
    /** Returns after about that long. */
    void pause(Duration duration);
  }

  private final StepExecutor executor;
  private final Console console;
  private final LongSupplier nanoClock;
  private final Pause pause;

  /**
   * Makes an engine.
   *
   * @param nanoClock a monotonic clock, in nanoseconds
   */
  public RunbookEngine(
      StepExecutor executor, Console console, LongSupplier nanoClock, Pause pause) {
    this.executor = executor;
    this.console = console;
    this.nanoClock = nanoClock;
    this.pause = pause;
  }

  /** Runs every step that is not done yet. */
  public RunbookOutcome run(Runbook runbook) {
    List<Step> steps = runbook.steps();
    console.say("Runbook " + runbook.name() + ": " + runbook.title());
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      console.say("\n[%d/%d] %s".formatted(i + 1, steps.size(), step.title()));
      Optional<String> state = step.expectedState();
      if (state.isPresent() && executor.reached(runbook.migration(), state.get())) {
        console.say("  done already: the migration has reached " + state.get());
        continue;
      }
      if (step.nature() == Step.Nature.POINT_OF_NO_RETURN) {
        console.say("  POINT OF NO RETURN: nothing leads back from this step.");
      }
      Optional<RunbookOutcome> end = perform(runbook, step);
      if (end.isPresent()) {
        step.undo().ifPresent(undo -> console.say("  To take this step back: rekey " + undo));
        return end.get();
      }
    }
    return new RunbookOutcome.Completed(steps.size());
  }

  private Optional<RunbookOutcome> perform(Runbook runbook, Step step) {
    long begin = nanoClock.getAsLong();
    Optional<RunbookOutcome> end = act(step);
    Duration took = Duration.ofNanos(nanoClock.getAsLong() - begin);
    if (end.isPresent()) {
      return end;
    }
    if (step.budget().isPresent() && took.compareTo(step.budget().get()) > 0) {
      console.say("  took %s, over its budget of %s".formatted(took, step.budget().get()));
    }
    Optional<String> state = step.expectedState();
    boolean acts = step.action() instanceof StepAction.Run;
    if (acts && state.isPresent() && !executor.reached(runbook.migration(), state.get())) {
      return Optional.of(
          new RunbookOutcome.StepFailed(
              step, 10, "the migration has not reached " + state.get() + " after the step"));
    }
    return Optional.empty();
  }

  private Optional<RunbookOutcome> act(Step step) {
    if (step.action() instanceof StepAction.Run run) {
      return command(step, run.command());
    }
    if (step.action() instanceof StepAction.Gate gate) {
      return command(step, gate.command());
    }
    if (step.action() instanceof StepAction.Wait wait) {
      return await(step, wait);
    }
    return confirm(step, (StepAction.Confirm) step.action());
  }

  private Optional<RunbookOutcome> command(Step step, List<String> command) {
    console.say("  $ rekey " + String.join(" ", command));
    int exitCode = executor.run(command);
    return exitCode == 0
        ? Optional.empty()
        : Optional.of(
            new RunbookOutcome.StepFailed(step, exitCode, "the command exited with " + exitCode));
  }

  private Optional<RunbookOutcome> await(Step step, StepAction.Wait wait) {
    Duration budget = step.budget().orElseThrow();
    long begin = nanoClock.getAsLong();
    console.say("  $ rekey " + String.join(" ", wait.command()) + "   (until it succeeds)");
    while (executor.run(wait.command()) != 0) {
      if (nanoClock.getAsLong() - begin + wait.every().toNanos() > budget.toNanos()) {
        return Optional.of(
            new RunbookOutcome.StepFailed(
                step, WAIT_EXHAUSTED, "it did not succeed within " + budget));
      }
      pause.pause(wait.every());
    }
    return Optional.empty();
  }

  private Optional<RunbookOutcome> confirm(Step step, StepAction.Confirm confirm) {
    Optional<String> answer =
        console.ask(
            confirm.question() + " Type '" + confirm.expected() + "' to go on: ",
            confirm.expected());
    return answer.filter(confirm.expected()::equals).isPresent()
        ? Optional.empty()
        : Optional.of(new RunbookOutcome.NotConfirmed(step, confirm.expected()));
  }
}
