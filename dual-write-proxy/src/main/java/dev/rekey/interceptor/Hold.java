package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.internal.core.util.concurrent.CompletableFutures;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Holds writes that need a home while there is none. They wait outside every gate, so that they
 * delay no epoch, up to a number and for no longer than a lease; then the application is told that
 * they were not sent.
 */
final class Hold implements Interceptor {
  /** More than this wait for nothing: an application that sends so many at once has retries. */
  static final int MAX_WAITING = 1_000;

  private static final Duration LOOK = Duration.ofMillis(20);

  /** Shorter in tests only. */
  static volatile Duration longest = Duration.ofDays(1);

  private final FleetState fleet;
  private final AtomicInteger waiting = new AtomicInteger();

  Hold(FleetState fleet) {
    this.fleet = fleet;
  }

  @Override
  public CompletionStage<AsyncResultSet> intercept(Call call, Chain chain) {
    if (!StateWrites.areIn(call.children())) {
      return chain.proceed(call);
    }
    CompletableFuture<AsyncResultSet> answer = new CompletableFuture<>();
    new Held(call, chain, answer).proceed();
    return answer;
  }

  /** One write until it was sent, or has waited for too long. */
  private final class Held {
    private final Call call;
    private final Chain chain;
    private final CompletableFuture<AsyncResultSet> answer;
    private final long begunNanos = System.nanoTime();
    private boolean counted;

    Held(Call call, Chain chain, CompletableFuture<AsyncResultSet> answer) {
      this.call = call;
      this.chain = chain;
      this.answer = answer;
    }

    void proceed() {
      CompletionStage<AsyncResultSet> result;
      try {
        result = chain.proceed(call);
      } catch (RuntimeException e) {
        result = CompletableFutures.failedFuture(e);
      }
      result.whenComplete(
          (rows, error) -> {
            if (error == null) {
              finish(rows, null);
            } else if (Errors.unwrap(error) instanceof HeldException held) {
              await(held.migrations());
            } else {
              finish(null, Errors.unwrap(error));
            }
          });
    }

    private void await(Set<String> migrations) {
      boolean over = System.nanoTime() - begunNanos >= bound().toNanos();
      if (over || !hasPlace()) {
        finish(null, notSent(migrations, over));
        return;
      }
      later()
          .execute(
              () -> {
                boolean held =
                    migrations.stream().anyMatch(name -> StateWrites.isHeld(fleet.view(), name));
                if (held) {
                  await(migrations);
                } else {
                  proceed();
                }
              });
    }

    private Duration bound() {
      Duration lease = fleet.lease().length();
      return lease.compareTo(longest) < 0 ? lease : longest;
    }

    private Executor later() {
      return CompletableFuture.delayedExecutor(LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean hasPlace() {
      if (!counted) {
        counted = true;
        return waiting.incrementAndGet() <= MAX_WAITING;
      }
      return true;
    }

    private void finish(AsyncResultSet rows, Throwable error) {
      if (counted) {
        waiting.decrementAndGet();
      }
      if (error != null) {
        answer.completeExceptionally(error);
      } else {
        answer.complete(rows);
      }
    }

    private TransactionHeldException notSent(Set<String> migrations, boolean over) {
      return new TransactionHeldException(
          "Cannot execute the statement during migration %s: the table that decides is being changed, and %s; it was not sent, execute it again"
              .formatted(
                  String.join(", ", migrations),
                  over
                      ? "it has waited for %d ms".formatted(bound().toMillis())
                      : "%d statements wait already".formatted(MAX_WAITING)));
    }
  }
}
