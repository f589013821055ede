package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process that copies or verifies: {@code copy|verify --contact-point HOST:PORT --local-dc DC
 * --migration NAME --fencing-token N [--run UUID] [--master local[*]] [--exit-with-parent]}.
 *
 * <p>Lines on standard output that start with {@code @} are for machines: {@code @progress}, and
 * one {@code @result} at the end. The log goes to standard error. The exit code says how it ended.
 */
public final class BackfillMain {

  private static final Logger LOG = LoggerFactory.getLogger(BackfillMain.class);

  private BackfillMain() {}

  public static void main(String[] arguments) {
    List<String> words = Arrays.asList(arguments);
    if (words.contains("--exit-with-parent")) {
      ParentWatch.start(System.in, () -> Runtime.getRuntime().halt(ExitCode.ABORTED.number()));
    }
    ExitCode code = run(words, System.getenv(), System.out);
    System.out.println(
        "@result exit=" + code.number() + " " + code.name().toLowerCase(java.util.Locale.ROOT));
    System.out.flush();
    // Driver and Spark threads may linger; nothing of theirs matters any more.
    Runtime.getRuntime().halt(code.number());
  }

  private static ExitCode run(
      List<String> words, Map<String, String> environment, PrintStream out) {
    try {
      Options options = Options.parse(words, environment);
      try (SparkRun spark = new SparkRun(options)) {
        return switch (options.command()) {
          case COPY -> new CopyJob(spark, options, out).run();
          case VERIFY -> new VerifyJob(spark, options, out).run();
        };
      }
    } catch (Throwable e) {
      // The connector is Scala: it throws checked exceptions that it does not declare.
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      ExitCode code = exitCode(e);
      if (code == ExitCode.INTERNAL) {
        LOG.error("Cannot finish", e);
      } else {
        LOG.error("{}", e.getMessage());
      }
      return code;
    }
  }

  /** How the process ends after an error: nothing ends with 0 after a failure. */
  static ExitCode exitCode(Throwable error) {
    if (error instanceof Options.UsageException) {
      return ExitCode.USAGE;
    }
    if (error instanceof BackfillRefusedException) {
      return ExitCode.REFUSED;
    }
    if (error instanceof StoppedException stopped) {
      return stopped.exitCode();
    }
    if (error instanceof InterruptedException) {
      return ExitCode.ABORTED;
    }
    return cannotConnect(error) ? ExitCode.CANNOT_CONNECT : ExitCode.INTERNAL;
  }

  /** The connector wraps what the driver says about a cluster it cannot reach. */
  private static boolean cannotConnect(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof AllNodesFailedException
          || (cause instanceof IOException
              && String.valueOf(cause.getMessage()).contains("open native connection"))) {
        return true;
      }
    }
    return false;
  }
}
