package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
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
    return cause instanceof QueryValidationException
        || cause instanceof UnavailableException
        || (cause instanceof AllNodesFailedException failed && failed.getAllErrors().isEmpty());
  }
}
