package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** The result of a statement of ours, as if the application's statement had been executed. */
final class MaskedResult implements AsyncResultSet {
  private final AsyncResultSet result;
  private final ExecutionInfo info;

  private MaskedResult(Statement<?> application, AsyncResultSet result) {
    this(result, new MaskedExecutionInfo(result.getExecutionInfo(), application));
  }

  private MaskedResult(AsyncResultSet result, ExecutionInfo info) {
    this.result = result;
    this.info = info;
  }

  static AsyncResultSet asIf(Statement<?> application, AsyncResultSet result) {
    return result.getExecutionInfo().getRequest() == application
        ? result
        : new MaskedResult(application, result);
  }

  /** The same without some of the server's warnings. */
  static AsyncResultSet without(Predicate<String> warning, AsyncResultSet result) {
    List<String> shown =
        result.getExecutionInfo().getWarnings().stream().filter(warning.negate()).toList();
    return new MaskedResult(result, MaskedExecutionInfo.warning(shown, result.getExecutionInfo()));
  }

  @Override
  public ColumnDefinitions getColumnDefinitions() {
    return result.getColumnDefinitions();
  }

  @Override
  public ExecutionInfo getExecutionInfo() {
    return info;
  }

  @Override
  public int remaining() {
    return result.remaining();
  }

  @Override
  public Iterable<Row> currentPage() {
    return result.currentPage();
  }

  @Override
  public boolean hasMorePages() {
    return result.hasMorePages();
  }

  @Override
  public CompletionStage<AsyncResultSet> fetchNextPage() {
    return result.fetchNextPage();
  }

  @Override
  public boolean wasApplied() {
    return result.wasApplied();
  }
}
