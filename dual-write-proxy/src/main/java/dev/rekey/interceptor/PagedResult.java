package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.driver.internal.core.util.CountingIterator;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** One page of rows that may come from several statements; not thread-safe, as the driver's own. */
final class PagedResult implements AsyncResultSet {
  private final ColumnDefinitions definitions;
  private final ExecutionInfo info;
  private final DefaultSession session;
  private final CountingIterator<Row> rows;

  PagedResult(
      ColumnDefinitions definitions, ExecutionInfo info, List<Row> page, DefaultSession session) {
    this.definitions = definitions;
    this.info = info;
    this.session = session;
    Iterator<Row> iterator = page.iterator();
    this.rows =
        new CountingIterator<>(page.size()) {
          @Override
          protected Row computeNext() {
            return iterator.hasNext() ? iterator.next() : endOfData();
          }
        };
  }

  @Override
  public ColumnDefinitions getColumnDefinitions() {
    return definitions;
  }

  @Override
  public ExecutionInfo getExecutionInfo() {
    return info;
  }

  @Override
  public int remaining() {
    return rows.remaining();
  }

  @Override
  public Iterable<Row> currentPage() {
    return () -> rows;
  }

  @Override
  public boolean hasMorePages() {
    return info.getPagingState() != null;
  }

  /** Through the session, so that the next page meets the phase of its own time. */
  @Override
  public CompletionStage<AsyncResultSet> fetchNextPage() {
    ByteBuffer next = info.getPagingState();
    if (next == null) {
      throw new IllegalStateException(
          "No next page. Use #hasMorePages before calling this method to avoid this error.");
    }
    return session.executeAsync(((Statement<?>) info.getRequest()).copy(next));
  }

  @Override
  public boolean wasApplied() {
    return true;
  }
}
