package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.internal.core.cql.DefaultRow;
import dev.rekey.cql.route.InversePlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Makes the rows of a read that named the target out of rows of the source. */
final class TargetRows {
  private static final int MAX_EMPTY_PAGES = 10_000;

  private final Call call;
  private final InversePlan plan;
  private final OwnStatements own;
  private final AppBindings bindings;

  TargetRows(Call call, InversePlan plan, OwnStatements own) {
    this.call = call;
    this.plan = plan;
    this.own = own;
    Child child = call.children().get(0);
    this.bindings = new AppBindings(call, child.statement(), 0, child.understood().markerNames());
  }

  CompletionStage<AsyncResultSet> of(Chain chain, Call onSource) {
    return definitions()
        .thenCompose(
            definitions -> chain.proceed(onSource).thenCompose(page -> page(definitions, page, 0)));
  }

  /** As the target itself gives them. */
  private CompletionStage<ColumnDefinitions> definitions() {
    if (call.children().get(0).statement() instanceof BoundStatement bound) {
      return CompletableFuture.completedFuture(
          bound.getPreparedStatement().getResultSetDefinitions());
    }
    return own.prepare(plan.shown().orElseThrow().header(), call.session())
        .thenApply(PreparedStatement::getResultSetDefinitions);
  }

  /** A page is never empty while rows follow: the driver's synchronous result would end there. */
  private CompletionStage<AsyncResultSet> page(
      ColumnDefinitions definitions, AsyncResultSet page, int empty) {
    List<Row> rows = new ArrayList<>();
    for (Row row : page.currentPage()) {
      row(definitions, row).ifPresent(rows::add);
    }
    if (rows.isEmpty() && page.hasMorePages() && empty < MAX_EMPTY_PAGES) {
      return page.fetchNextPage().thenCompose(next -> page(definitions, next, empty + 1));
    }
    Optional<ByteBuffer> next =
        Optional.ofNullable(page.getExecutionInfo().getPagingState()).map(InverseCursor::around);
    return CompletableFuture.completedFuture(
        new PagedResult(
            definitions,
            new MaskedExecutionInfo(page.getExecutionInfo(), call.statement(), next),
            rows,
            call.session()));
  }

  private Optional<Row> row(ColumnDefinitions definitions, Row row) {
    return plan.row(place -> Optional.ofNullable(row.getBytesUnsafe(place)), bindings)
        .map(
            cells -> {
              List<ByteBuffer> values = new ArrayList<>(cells.size());
              cells.forEach(cell -> values.add(cell.orElse(null)));
              return new DefaultRow(definitions, values, call.context());
            });
  }
}
