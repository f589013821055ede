package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Asynchronous writes with a bound on how many are unanswered, and bounded retries.
 *
 * <p>Every write carries its own timestamp and names its cells, so sending one again is harmless.
 * The statement is made anew for every attempt, because remaining lifetimes shrink meanwhile.
 *
 * <p>One thread submits; completions arrive on driver threads. A permit is held from submission
 * until the last attempt's end, so holding all permits means that nothing is under way. The first
 * failure is kept and thrown to the submitting thread, which therefore never reports a range done
 * whose write failed.
 */
final class InFlightWrites {

  private static final long FIRST_BACKOFF_MILLIS = 100;
  private static final long LONGEST_BACKOFF_MILLIS = 5_000;
  private static final long LONGEST_WAIT_MINUTES = 10;

  private final CqlSession session;
  private final int limit;
  private final int attempts;
  private final Runnable onOverload;
  private final Semaphore permits;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /**
   * @param onOverload called when a write failed in a way that asks for less load
   */
  InFlightWrites(CqlSession session, int limit, int attempts, Runnable onOverload) {
    this.session = session;
    this.limit = limit;
    this.attempts = attempts;
    this.onOverload = onOverload;
    this.permits = new Semaphore(limit);
  }

  /**
   * Sends a write when there is room for it.
   *
   * @param write makes the statement at the moment it is sent; empty if nothing is left to write
   * @throws IllegalStateException if an earlier write failed for good
   */
  void submit(Supplier<Optional<Statement<?>>> write) throws InterruptedException {
    acquire(1);
    try {
      throwFailure();
    } catch (IllegalStateException e) {
      permits.release();
      throw e;
    }
    attempt(write, 1);
  }

  /**
   * Waits until every write is answered.
   *
   * @throws IllegalStateException if one failed for good
   */
  void await() throws InterruptedException {
    acquire(limit);
    permits.release(limit);
    throwFailure();
  }

  private void acquire(int count) throws InterruptedException {
    if (!permits.tryAcquire(count, LONGEST_WAIT_MINUTES, TimeUnit.MINUTES)) {
      throw new IllegalStateException(
          "Cannot write: %d writes got no answer within %d minutes"
              .formatted(limit - permits.availablePermits(), LONGEST_WAIT_MINUTES));
    }
  }

  private void attempt(Supplier<Optional<Statement<?>>> write, int number) {
    CompletableFuture<AsyncResultSet> answer;
    try {
      Optional<Statement<?>> statement = write.get();
      if (statement.isEmpty()) {
        permits.release();
        return;
      }
      answer = session.executeAsync(statement.get()).toCompletableFuture();
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    answer.whenComplete(
        (unused, error) -> {
          if (error == null) {
            permits.release();
          } else {
            failed(write, number, unwrapped(error));
          }
        });
  }

  private void failed(Supplier<Optional<Statement<?>>> write, int number, Throwable error) {
    if (!worthRetrying(error) || number >= attempts) {
      failure.compareAndSet(null, error);
      permits.release();
      return;
    }
    onOverload.run();
    long backoff = Math.min(LONGEST_BACKOFF_MILLIS, FIRST_BACKOFF_MILLIS << Math.min(number, 10));
    CompletableFuture.delayedExecutor(backoff, TimeUnit.MILLISECONDS)
        .execute(() -> attempt(write, number + 1));
  }

  /** Whether the same may succeed later; what the server rejects, or is too old, never does. */
  private static boolean worthRetrying(Throwable error) {
    if (error instanceof AllNodesFailedException all) {
      return all.getAllErrors().values().stream()
          .flatMap(List::stream)
          .allMatch(InFlightWrites::worthRetrying);
    }
    return !(error instanceof QueryValidationException) && !(error instanceof StalePageException);
  }

  private static Throwable unwrapped(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }

  private void throwFailure() {
    Throwable error = failure.get();
    if (error != null) {
      throw new IllegalStateException("Cannot write to the target: " + error.getMessage(), error);
    }
  }
}
