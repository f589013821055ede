package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * How the statements of one leg ended.
 *
 * @param result what the application may get; empty unless everything was written, and empty if
 *     there was nothing to write
 * @param error what the application may get; empty if everything was written
 */
record LegEnd(Outcome outcome, Optional<AsyncResultSet> result, Optional<Throwable> error) {

  /** What its table has of it. */
  enum Outcome {
    WRITTEN,
    IN_DOUBT,
    /** Surely nothing; the same write may succeed later. */
    NOT_WRITTEN,
    /** Surely nothing, and the table would refuse it again. */
    REFUSED;

    boolean isSurelyNothing() {
      return this == NOT_WRITTEN || this == REFUSED;
    }
  }

  /** The end of a leg of which nothing was sent. */
  static LegEnd notSent(Throwable error) {
    return new LegEnd(
        Errors.isRefusal(error) ? Outcome.REFUSED : Outcome.NOT_WRITTEN,
        Optional.empty(),
        Optional.of(Errors.unwrap(error)));
  }

  /** The end of a leg that did not answer in time. */
  static LegEnd inDoubt(Throwable error) {
    return new LegEnd(Outcome.IN_DOUBT, Optional.empty(), Optional.of(Errors.unwrap(error)));
  }

  /**
   * A leg is in doubt as soon as one of its statements may have been written while another was not:
   * only where every single one is proven unwritten, nothing is.
   *
   * @param results all of them complete
   */
  static LegEnd of(Statement<?> application, List<CompletableFuture<AsyncResultSet>> results) {
    List<Throwable> errors = errors(results);
    if (!errors.isEmpty()) {
      return failed(errors, results.size() - errors.size());
    }
    return new LegEnd(
        Outcome.WRITTEN,
        results.isEmpty()
            ? Optional.empty()
            : Optional.of(MaskedResult.asIf(application, results.get(0).join())),
        Optional.empty());
  }

  private static List<Throwable> errors(List<CompletableFuture<AsyncResultSet>> results) {
    List<Throwable> errors = new ArrayList<>();
    for (CompletableFuture<AsyncResultSet> result : results) {
      if (result.isCompletedExceptionally()) {
        result.exceptionally(
            error -> {
              errors.add(Errors.unwrap(error));
              return null;
            });
      }
    }
    return errors;
  }

  private static LegEnd failed(List<Throwable> errors, int written) {
    Throwable told =
        errors.stream()
            .filter(error -> !Errors.provesNothingWritten(error))
            .findFirst()
            .orElse(errors.get(0));
    boolean nothing = written == 0 && errors.stream().allMatch(Errors::provesNothingWritten);
    Outcome outcome =
        !nothing
            ? Outcome.IN_DOUBT
            : errors.stream().allMatch(Errors::isRefusal) ? Outcome.REFUSED : Outcome.NOT_WRITTEN;
    return new LegEnd(outcome, Optional.empty(), Optional.of(told));
  }
}
