package dev.rekey.testkit.junit;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Prints every test or class that was skipped, with the reason: nothing is left out silently. Found
 * by the launcher through the service file, in every module with the testkit on its class path.
 */
public final class SkipReporter implements TestExecutionListener {

  /** For the service loader. */
  public SkipReporter() {}

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    report(test, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
      report(test, result.getThrowable().map(Throwable::getMessage).orElse("no reason given"));
    }
  }

  private static void report(TestIdentifier test, String reason) {
    System.out.printf("[rekey] skipped %s: %s%n", test.getLegacyReportingName(), reason);
  }
}
