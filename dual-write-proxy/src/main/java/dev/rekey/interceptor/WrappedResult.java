package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;

/** A page whose next page is asked for through the session that gave it, under its phase. */
final class WrappedResult implements AsyncResultSet {
  private final AsyncResultSet page;
  private final CqlSession session;

  WrappedResult(AsyncResultSet page, CqlSession session) {
    this.page = page;
    this.session = session;
  }

  @Override
  public ColumnDefinitions getColumnDefinitions() {
    return page.getColumnDefinitions();
  }

  @Override
  public ExecutionInfo getExecutionInfo() {
    return page.getExecutionInfo();
  }

  @Override
  public int remaining() {
    return page.remaining();
  }

  @Override
  public Iterable<Row> currentPage() {
    return page.currentPage();
  }

  @Override
  public boolean hasMorePages() {
    return page.hasMorePages();
  }

  @Override
  public CompletionStage<AsyncResultSet> fetchNextPage() {
    ByteBuffer next = getExecutionInfo().getPagingState();
    if (next == null) {
      return page.fetchNextPage(); // Says that there is none, as the driver does.
    }
    Statement<?> application = (Statement<?>) getExecutionInfo().getRequest();
    return session.executeAsync(application.copy(next));
  }

  @Override
  public boolean wasApplied() {
    return page.wasApplied();
  }
}
