package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.engine.Timing;
import dev.rekey.orchestrator.verb.Confirmation;
import dev.rekey.orchestrator.verb.VerbContext;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that moves one migration. */
abstract class VerbCommand extends ConnectedCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "MIGRATION",
      description = "Its name; may be left out when there is only one.")
  private String migration;

  @Option(
      names = "--dry-run",
      description = "Show guards and actions; change nothing, not even the lock.")
  private boolean dryRun;

  @Option(
      names = "--barrier-timeout",
      paramLabel = "SECONDS",
      description = "How long instances may take to follow. Default: 90.")
  private Long barrierSeconds;

  @Option(
      names = "--drain-timeout",
      paramLabel = "SECONDS",
      description = "How long writes may be owed before a switch gives up. Default: 300.")
  private Long drainSeconds;

  @Option(
      names = "--max-clock-skew",
      paramLabel = "MILLIS",
      description = "The greatest difference of two machines' clocks. Default: 1000.")
  private Long maxClockSkewMillis;

  /** Runs the verb. */
  abstract ExitCode run(VerbContext context, Optional<String> name);

  @Override
  final ExitCode run(CqlSession session) {
    VerbContext.Mode mode = dryRun ? VerbContext.Mode.DRY_RUN : VerbContext.Mode.REAL;
    return run(context(session, mode, timing()), Optional.ofNullable(migration));
  }

  final Confirmation confirmation(String given) {
    return new Confirmation(Optional.ofNullable(given), terminal()::ask);
  }

  private Timing timing() {
    Timing timing = Timing.DEFAULT;
    if (barrierSeconds != null) {
      timing = timing.withBarrier(Duration.ofSeconds(barrierSeconds));
    }
    if (drainSeconds != null) {
      timing = timing.withDrain(Duration.ofSeconds(drainSeconds));
    }
    if (maxClockSkewMillis != null) {
      timing = timing.withMaxClockSkew(Duration.ofMillis(maxClockSkewMillis));
    }
    return timing;
  }
}
