package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.core.state.Leg;
import dev.rekey.cql.route.ReadPlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads target partitions in the order of their rows, no further than the page or the LIMIT needs.
 * A page is never empty while rows follow, because the driver's synchronous result ends at an empty
 * page.
 *
 * <p>A page that goes on over partitions asks for a few of them at once: none before the first has
 * answered, then as many as their rows so far let expect to be needed.
 */
final class BucketReader {
  /** Partitions asked for at once by one page. */
  private static final int MAX_AHEAD = 8;

  private final Call call;
  private final ReadPlan plan;
  private final OwnStatements own;
  private final DriverCalls driver;
  private final SourceColumns columns;
  private final boolean merges;

  BucketReader(
      Call call, ReadPlan plan, OwnStatements own, DriverCalls driver, SourceColumns columns) {
    this.call = call;
    this.plan = plan;
    this.own = own;
    this.driver = driver;
    this.columns = columns;
    this.merges = plan.combination() == ReadPlan.Combination.MERGED;
  }

  /**
   * @param perPartition rows that each of the source's partitions may give
   */
  CompletionStage<AsyncResultSet> page(
      Cursor from, List<ReadPlan.Bucket> buckets, int perPartition, int pageSize) {
    return new Page(from, buckets, perPartition, pageSize).read(first(from, buckets), from.inner());
  }

  private static int first(Cursor from, List<ReadPlan.Bucket> buckets) {
    for (int i = 0; i < buckets.size(); i++) {
      if (from.bucket().map(buckets.get(i).id()::equals).orElse(true)) {
        return i;
      }
    }
    throw new CursorLostException(
        "Cannot go on from the paging state: the partition it stands in is not among the %d that are read; read from the start"
            .formatted(buckets.size()));
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

  /** One page being filled. */
  private final class Page {
    private final Cursor from;
    private final List<ReadPlan.Bucket> buckets;
    private final int perPartition;
    private final int size;
    private final List<Row> rows = new ArrayList<>();
    private final Map<Integer, CompletionStage<AsyncResultSet>> ahead = new HashMap<>();
    private int answers;
    private int partitionLeft;
    private ColumnDefinitions definitions;

    Page(Cursor from, List<ReadPlan.Bucket> buckets, int perPartition, int size) {
      this.from = from;
      this.buckets = buckets;
      this.perPartition = perPartition;
      this.size = size;
      this.partitionLeft = from.left().ofPartition();
    }

    /** Steps are chained one after another, so the fields need no lock. */
    CompletionStage<AsyncResultSet> read(int bucket, Optional<ByteBuffer> inner) {
      if (inner.isPresent()) {
        return send(bucket, inner).thenCompose(result -> add(bucket, result));
      }
      for (int i = bucket; i < Math.min(buckets.size(), bucket + expected()); i++) {
        ahead.computeIfAbsent(i, next -> send(next, Optional.empty()));
      }
      return ahead
          .remove(bucket)
          .thenCompose(result -> fits(result) ? done(result) : send(bucket, inner))
          .thenCompose(result -> add(bucket, result));
    }

    /** How many partitions the rest of the page will need; at least one. */
    private int expected() {
      if (answers == 0) {
        return 1;
      }
      int wanted = Math.min(size - rows.size(), left());
      int each = merges ? 1 : Math.max(1, rows.size() / answers);
      return Math.max(1, Math.min(wanted / each, Math.min(MAX_AHEAD, answers + 1)));
    }

    /** What was asked for ahead may be more than the page has room for by now. */
    private boolean fits(AsyncResultSet result) {
      return merges || result.remaining() <= Math.max(1, size - rows.size());
    }

    private CompletionStage<AsyncResultSet> done(AsyncResultSet result) {
      return CompletableFuture.completedFuture(result);
    }

    private CompletionStage<AsyncResultSet> send(int bucket, Optional<ByteBuffer> inner) {
      int room = Math.max(1, size - rows.size());
      return own.of(
              buckets.get(bucket).statement(),
              OwnStatements.formOf(call.statement()),
              call.session())
          .thenCompose(
              statement ->
                  driver.execute(
                      Dress.page(statement, call.statement(), room, inner.orElse(null)),
                      call.session()));
    }

    private CompletionStage<AsyncResultSet> add(int bucket, AsyncResultSet result) {
      answers++;
      if (definitions == null) {
        definitions = columns.of(plan, result.getColumnDefinitions());
      }
      for (Row row : result.currentPage()) {
        Row mine = SourceNames.row(row, definitions, call.context());
        if (left() != 0 && partitionLeft != 0) {
          add(mine);
        } else if (merges) {
          rows.add(SourceNames.ofNothing(mine, plan.mergers(), call.context()));
        }
      }
      Optional<ByteBuffer> state = Optional.ofNullable(result.getExecutionInfo().getPagingState());
      boolean stays = state.isPresent() && partitionLeft != 0;
      int next = stays ? bucket : following(bucket);
      boolean ended = left() == 0 || next >= buckets.size();
      if (!ended && buckets.get(next).partition() != buckets.get(bucket).partition()) {
        partitionLeft = perPartition;
      }
      Optional<ByteBuffer> inner = stays ? state : Optional.empty();
      if (ended || rows.size() >= size && !merges) {
        return CompletableFuture.completedFuture(
            finished(result, ended ? Optional.empty() : Optional.of(cursor(next, inner))));
      }
      return read(next, inner);
    }

    /** The next bucket, or the first of the next partition when this one has given its rows. */
    private int following(int bucket) {
      int next = bucket + 1;
      while (partitionLeft == 0
          && next < buckets.size()
          && buckets.get(next).partition() == buckets.get(bucket).partition()) {
        next++;
      }
      return next;
    }

    private void add(Row row) {
      rows.add(
          merges && !rows.isEmpty()
              ? SourceNames.merged(rows.remove(0), row, plan.mergers(), call.context())
              : row);
      if (!merges && partitionLeft != Integer.MAX_VALUE) {
        partitionLeft--;
      }
    }

    /** A LIMIT on aggregates limits nothing, since each bucket answers with one row. */
    private int left() {
      return merges ? from.left().rows() : rowsLeft(from.left().rows(), rows.size());
    }

    private Cursor cursor(int bucket, Optional<ByteBuffer> inner) {
      return new Cursor(
          Leg.TARGET,
          from.epoch(),
          from.statement(),
          from.base(),
          Optional.of(buckets.get(bucket).id()),
          inner,
          lastSeen(plan, rows).or(from::last),
          new Cursor.Left(left(), partitionLeft));
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
