package dev.rekey.migrations;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.util.List;

/** Tells a clear "no" from "nobody knows". */
final class DriverErrors {
  private DriverErrors() {}

  /** Whether the error proves that the request had no effect. Anything else may have had one. */
  static boolean isRefusal(Throwable error) {
    if (error instanceof QueryValidationException
        || error instanceof UnavailableException
        || error instanceof NoNodeAvailableException) {
      return true;
    }
    return error instanceof AllNodesFailedException all
        && all.getAllErrors().values().stream()
            .flatMap(List::stream)
            .allMatch(DriverErrors::isRefusal);
  }
}
