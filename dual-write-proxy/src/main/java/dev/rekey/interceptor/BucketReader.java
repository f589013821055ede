package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.core.state.Leg;
import dev.rekey.cql.route.BoundCql;
import dev.rekey.cql.route.ReadPlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads target partitions one after another, no further than the page or the LIMIT needs. A page is
 * never empty while rows follow, because the driver's synchronous result ends at an empty page.
 */
final class BucketReader {
  private final Call call;
  private final ReadPlan plan;
  private final OwnStatements own;
  private final DriverCalls driver;
  private final SourceNames names;

  BucketReader(Call call, ReadPlan plan, OwnStatements own, DriverCalls driver) {
    this.call = call;
    this.plan = plan;
    this.own = own;
    this.driver = driver;
    this.names = new SourceNames(plan.mapping().source());
  }

  CompletionStage<AsyncResultSet> page(Cursor from, List<BoundCql> buckets, int pageSize) {
    return new Page(from, buckets, pageSize).read(from.bucket(), from.inner());
  }

  static Optional<ByteBuffer> lastSeen(ReadPlan plan, List<Row> rows) {
    OptionalInt column = plan.cursorColumn();
    if (rows.isEmpty() || column.isEmpty()) {
      return Optional.empty();
    }
    return Optional.ofNullable(rows.get(rows.size() - 1).getBytesUnsafe(column.getAsInt()));
  }

  static int rowsLeft(int before, int read) {
    return before == Cursor.UNKNOWN || before == Integer.MAX_VALUE
        ? before
        : Math.max(0, before - read);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // a statement's setters return its own type
  static BatchableStatement<?> dress(BatchableStatement statement, Call call) {
    return (BatchableStatement<?>) Dress.like(statement, call.statement());
  }

  /** One page being filled. */
  private final class Page {
    private final Cursor from;
    private final List<BoundCql> buckets;
    private final int size;
    private final List<Row> rows = new ArrayList<>();
    private ColumnDefinitions definitions;

    Page(Cursor from, List<BoundCql> buckets, int size) {
      this.from = from;
      this.buckets = buckets;
      this.size = size;
    }

    /** Steps are chained one after another, so the fields need no lock. */
    CompletionStage<AsyncResultSet> read(int bucket, Optional<ByteBuffer> inner) {
      if (bucket >= buckets.size()) {
        throw new CursorLostException(
            "Cannot go on from the paging state: its partition %d does not exist; read from the start"
                .formatted(bucket));
      }
      return own.of(buckets.get(bucket), OwnStatements.formOf(call.statement()), call.session())
          .thenCompose(statement -> send(statement, inner))
          .thenCompose(result -> add(bucket, result));
    }

    private CompletionStage<AsyncResultSet> send(
        BatchableStatement<?> statement, Optional<ByteBuffer> inner) {
      BatchableStatement<?> dressed = dress(statement, call);
      return driver.execute(
          dressed.setPageSize(Math.max(1, size - rows.size())).copy(inner.orElse(null)),
          call.session());
    }

    private CompletionStage<AsyncResultSet> add(int bucket, AsyncResultSet result) {
      if (definitions == null) {
        definitions = names.of(result.getColumnDefinitions());
      }
      for (Row row : result.currentPage()) {
        if (left() != 0) {
          add(SourceNames.row(row, definitions, call.context()));
        }
      }
      Optional<ByteBuffer> inner = Optional.ofNullable(result.getExecutionInfo().getPagingState());
      int next = inner.isPresent() ? bucket : bucket + 1;
      boolean ended = left() == 0 || next >= buckets.size();
      boolean full =
          rows.size() >= size && plan.combination() != ReadPlan.Combination.SUM_OF_COUNTS;
      if (ended || full) {
        return CompletableFuture.completedFuture(
            finished(result, ended ? Optional.empty() : Optional.of(cursor(next, inner))));
      }
      return read(next, inner);
    }

    private void add(Row row) {
      boolean sums = plan.combination() == ReadPlan.Combination.SUM_OF_COUNTS;
      rows.add(sums && !rows.isEmpty() ? SourceNames.sum(rows.remove(0), row) : row);
    }

    /** A LIMIT on counts limits nothing, since each bucket answers with one row. */
    private int left() {
      if (plan.combination() == ReadPlan.Combination.SUM_OF_COUNTS) {
        return from.rowsLeft();
      }
      return rowsLeft(from.rowsLeft(), rows.size());
    }

    private Cursor cursor(int bucket, Optional<ByteBuffer> inner) {
      return new Cursor(
          Leg.TARGET,
          from.epoch(),
          from.statement(),
          from.base(),
          bucket,
          inner,
          lastSeen(plan, rows).or(from::last),
          left());
    }

    private AsyncResultSet finished(AsyncResultSet last, Optional<Cursor> next) {
      return new PagedResult(
          definitions,
          new MaskedExecutionInfo(
              last.getExecutionInfo(), call.statement(), next.map(Cursor::encode)),
          rows,
          call.session());
    }
  }
}
