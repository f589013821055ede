package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.core.state.MigrationState;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.verb.Progress;
import dev.rekey.runbooks.Console;
import dev.rekey.runbooks.Runbook;
import dev.rekey.runbooks.RunbookEngine;
import dev.rekey.runbooks.RunbookOutcome;
import dev.rekey.runbooks.RunbookReader;
import dev.rekey.runbooks.StepExecutor;
import dev.rekey.runbooks.yaml.DocumentException;
import dev.rekey.runbooks.yaml.Mistake;
import dev.rekey.runbooks.yaml.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description =
        "Runs a runbook's steps in order, passing over those that are done. Safe to run again.")
final class RunbookRunCommand extends ConnectedCommand {

  @Parameters(paramLabel = "FILE", description = "The runbook.")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "The value of a parameter; repeatable.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--confirm",
      paramLabel = "NAME",
      description = "A confirmation the runbook will ask for; repeatable.")
  private List<String> confirmations = new ArrayList<>();

  private Runbook runbook;

  @Override
  void checkBeforeConnecting() {
    try {
      runbook = RunbookReader.read(file.toString(), Files.readString(file), settings);
    } catch (IOException e) {
      throw new DocumentException(
          file.toString(),
          List.of(new Mistake(Position.START, "", "the file cannot be read (" + e + ")")));
    }
  }

  @Override
  ExitCode run(CqlSession session) {
    RunbookEngine engine =
        new RunbookEngine(
            new CliSteps(session), new CliConsole(), System::nanoTime, RunbookRunCommand::pause);
    RunbookOutcome outcome = engine.run(runbook);
    if (outcome instanceof RunbookOutcome.Completed completed) {
      terminal().say("");
      terminal().say("All %d steps are done.".formatted(completed.steps()));
      terminal().say("Next: rekey status " + runbook.migration());
      return ExitCode.DONE;
    }
    if (outcome instanceof RunbookOutcome.NotConfirmed missing) {
      throw new RekeyException(
          ExitCode.NOT_CONFIRMED,
          "Cannot go on: step '%s' is not confirmed; nothing of it was done"
              .formatted(missing.step().id()),
          "run this again with --confirm " + missing.expected());
    }
    RunbookOutcome.StepFailed failed = (RunbookOutcome.StepFailed) outcome;
    throw new RekeyException(
        exitCode(failed.exitCode()),
        "Cannot go on: step '%s': %s".formatted(failed.step().id(), failed.why()),
        "correct it and run the same runbook again; it continues");
  }

  private static ExitCode exitCode(int code) {
    return Arrays.stream(ExitCode.values())
        .filter(known -> known.code() == code)
        .findFirst()
        .orElse(ExitCode.INTERNAL);
  }

  private static void pause(java.time.Duration duration) {
    try {
      TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RekeyException(
          ExitCode.ABORTED, "Cannot go on: interrupted", "run the same runbook again", e);
    }
  }

  /** Steps are our own commands, in this process, against the same cluster. */
  private final class CliSteps implements StepExecutor {
    private final CqlSession session;

    CliSteps(CqlSession session) {
      this.session = session;
    }

    @Override
    public int run(List<String> arguments) {
      List<String> all = new ArrayList<>(arguments);
      all.addAll(connectionArguments());
      return cli().forStep().run(all.toArray(String[]::new));
    }

    @Override
    public boolean reached(String migration, String state) {
      MigrationState wanted;
      try {
        wanted = MigrationState.valueOf(state);
      } catch (IllegalArgumentException e) {
        throw new RekeyException(
            ExitCode.USAGE,
            "Cannot run %s: there is no state %s".formatted(file, state),
            "use one of " + Arrays.toString(MigrationState.values()),
            e);
      }
      return stores(session)
          .migrations()
          .find(migration)
          .filter(record -> Progress.reached(record.state(), wanted))
          .isPresent();
    }

    private List<String> connectionArguments() {
      Connection connection = connection();
      List<String> arguments = new ArrayList<>();
      connection
          .contactPoints()
          .forEach(
              point ->
                  arguments.addAll(
                      List.of("--contact-point", point.getHostString() + ":" + point.getPort())));
      connection
          .localDatacenter()
          .ifPresent(datacenter -> arguments.addAll(List.of("--local-dc", datacenter)));
      return arguments;
    }
  }

  private final class CliConsole implements Console {
    @Override
    public void say(String line) {
      terminal().say(line);
    }

    @Override
    public Optional<String> ask(String question, String expected) {
      return confirmations.contains(expected) ? Optional.of(expected) : terminal().ask(question);
    }
  }
}
