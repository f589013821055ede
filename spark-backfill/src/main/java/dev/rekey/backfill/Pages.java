package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Clock;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A result, page by page, with the time at which each page was asked for. The next page is fetched
 * while the current one is worked on, so at most two pages are in memory.
 */
final class Pages {

  /**
   * @param askedMillis just before the request left, which is the nearest to the moment at which
   *     the server computed remaining lifetimes
   */
  record Page(Iterable<Row> rows, long askedMillis) {}

  private static final long LONGEST_WAIT_SECONDS = 180;

  private final Clock clock;
  private CompletionStage<AsyncResultSet> next;
  private long nextAskedMillis;

  Pages(CqlSession session, Statement<?> query, Clock clock) {
    this.clock = clock;
    this.nextAskedMillis = clock.millis();
    this.next = session.executeAsync(query);
  }

  /** Whether {@link #next} gives another page. */
  boolean hasNext() {
    return next != null;
  }

  /** The next page; it may have no rows. */
  Page next() throws InterruptedException {
    AsyncResultSet result = answered(next);
    Page page = new Page(result.currentPage(), nextAskedMillis);
    if (result.hasMorePages()) {
      nextAskedMillis = clock.millis();
      next = result.fetchNextPage();
    } else {
      next = null;
    }
    return page;
  }

  private static AsyncResultSet answered(CompletionStage<AsyncResultSet> stage)
      throws InterruptedException {
    try {
      return stage.toCompletableFuture().get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "Cannot read a page: " + e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "Cannot read a page: no answer within %d s".formatted(LONGEST_WAIT_SECONDS), e);
    }
  }
}
