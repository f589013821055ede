package dev.rekey.orchestrator.verb;

import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import java.util.Arrays;

/** Turns the exit code of the Spark job into ours; the numbers are the same. */
final class JobOutcome {

  private JobOutcome() {}

  static void require(int exitCode, String what, String again) {
    if (exitCode == 0) {
      return;
    }
    ExitCode known =
        Arrays.stream(ExitCode.values())
            .filter(code -> code.code() == exitCode)
            .findFirst()
            .orElse(ExitCode.INTERNAL);
    throw new RekeyException(
        known,
        "Cannot finish the %s: the job ended with %d (%s)"
            .formatted(what, exitCode, signal(exitCode, known)),
        next(known, again));
  }

  private static String signal(int exitCode, ExitCode known) {
    return exitCode > 128 ? "killed by signal " + (exitCode - 128) : known.meaning();
  }

  private static String next(ExitCode known, String again) {
    return known == ExitCode.VERIFICATION_FAILED
        ? "'%s --repair' makes the follow table equal to the lead, then compares again"
            .formatted(again)
        : "'%s' continues where it ended".formatted(again);
  }
}
