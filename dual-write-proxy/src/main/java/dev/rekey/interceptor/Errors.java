package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What errors of the driver say about the write that met them. */
final class Errors {
  private Errors() {}

  static Throwable unwrap(Throwable error) {
    boolean wrapper = error instanceof CompletionException || error instanceof ExecutionException;
    return wrapper && error.getCause() != null ? error.getCause() : error;
  }

  /** Whether the write was surely not made: every other error leaves it in doubt. */
  static boolean provesNothingWritten(Throwable error) {
    Throwable cause = unwrap(error);
    if (cause instanceof AllNodesFailedException failed) {
      return failed.getAllErrors().isEmpty();
    }
    return isProof(cause) && wasNeverTriedBefore((DriverException) cause);
  }

  /** Whether the table itself refuses the write, now and later. */
  static boolean isRefusal(Throwable error) {
    return unwrap(error) instanceof QueryValidationException && provesNothingWritten(error);
  }

  private static boolean isProof(Throwable error) {
    return error instanceof QueryValidationException || error instanceof UnavailableException;
  }

  /** The driver tells of its last attempt; an earlier one, or one beside it, may have written. */
  private static boolean wasNeverTriedBefore(DriverException error) {
    ExecutionInfo info = error.getExecutionInfo();
    return info == null
        || (info.getSpeculativeExecutionCount() == 0
            && info.getErrors().stream().allMatch(before -> isProof(before.getValue())));
  }
}
