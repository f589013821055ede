package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.core.state.Leg;
import dev.rekey.cql.route.ReadPlan;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads target partitions whose rows interleave in the source, such as the shards of one partition:
 * a piece of each, merged by the one clustering column that differs. Group after group where there
 * are several, no further than the page or the LIMIT needs.
 *
 * <p>A page ends behind a row, and the next one begins behind that row in every partition; what was
 * read of them beyond it is read again.
 */
final class MergedReader {
  /** Rows asked of a partition at once are at least so many, however many partitions there are. */
  private static final int LEAST_PIECE = 10;

  private final Call call;
  private final ReadPlan plan;
  private final OwnStatements own;
  private final DriverCalls driver;
  private final SourceColumns columns;
  private final Comparator<ByteBuffer> order;
  private final int column;

  MergedReader(
      Call call, ReadPlan plan, OwnStatements own, DriverCalls driver, SourceColumns columns) {
    this.call = call;
    this.plan = plan;
    this.own = own;
    this.driver = driver;
    this.columns = columns;
    this.order = plan.merge().orElseThrow();
    this.column = plan.mergeColumn().orElseThrow();
  }

  CompletionStage<AsyncResultSet> page(Cursor from, List<ReadPlan.Bucket> buckets, int pageSize) {
    if (buckets.isEmpty()) {
      throw new CursorLostException(
          "Cannot go on from the paging state: no partition follows the row it stands at; read from"
              + " the start");
    }
    return new Page(from, buckets, pageSize).next(0);
  }

  /** One partition while it is read. */
  private static final class Part {
    private final ReadPlan.Bucket bucket;
    private final Deque<Row> rows = new ArrayDeque<>();
    private Optional<ByteBuffer> state = Optional.empty();
    private boolean ended;

    Part(ReadPlan.Bucket bucket) {
      this.bucket = bucket;
    }
  }

  /**
   * One page being filled. Pieces are fetched at once, but looked at only when all have arrived, so
   * the fields need no lock.
   */
  private final class Page {
    private final Cursor from;
    private final List<ReadPlan.Bucket> buckets;
    private final int most;
    private final List<Row> rows = new ArrayList<>();
    private ColumnDefinitions definitions;
    private AsyncResultSet last;
    private ByteBuffer position;

    Page(Cursor from, List<ReadPlan.Bucket> buckets, int pageSize) {
      this.from = from;
      this.buckets = buckets;
      this.most = Math.min(pageSize, from.left().rows());
    }

    /** Reads the group that begins with a bucket. */
    CompletionStage<AsyncResultSet> next(int bucket) {
      List<Part> parts = new ArrayList<>();
      for (int i = bucket; i < buckets.size() && isSameGroup(bucket, i); i++) {
        parts.add(new Part(buckets.get(i)));
      }
      return fill(parts, bucket + parts.size());
    }

    private boolean isSameGroup(int left, int right) {
      return buckets.get(left).group() == buckets.get(right).group();
    }

    private CompletionStage<AsyncResultSet> fill(List<Part> parts, int following) {
      List<Part> empty = parts.stream().filter(p -> p.rows.isEmpty() && !p.ended).toList();
      int piece = Math.max(LEAST_PIECE, (most - rows.size()) / parts.size() + 1);
      CompletionStage<Void> all = CompletableFuture.completedFuture(null);
      List<CompletionStage<AsyncResultSet>> pieces =
          empty.stream().map(part -> fetch(part, piece)).toList();
      for (int i = 0; i < empty.size(); i++) {
        Part part = empty.get(i);
        all = all.thenCombine(pieces.get(i), (nothing, result) -> add(part, result));
      }
      return all.thenCompose(nothing -> merge(parts, following));
    }

    private CompletionStage<AsyncResultSet> fetch(Part part, int piece) {
      return own.of(part.bucket.statement(), OwnStatements.formOf(call.statement()), call.session())
          .thenCompose(
              statement ->
                  driver.execute(
                      Dress.page(statement, call.statement(), piece, part.state.orElse(null)),
                      call.session()));
    }

    private Void add(Part part, AsyncResultSet result) {
      if (definitions == null) {
        definitions = columns.of(plan, result.getColumnDefinitions());
      }
      last = result;
      result.currentPage().forEach(part.rows::add);
      part.state = Optional.ofNullable(result.getExecutionInfo().getPagingState());
      part.ended = part.state.isEmpty();
      return null;
    }

    /** Takes rows as long as every partition that has more shows its next one. */
    private CompletionStage<AsyncResultSet> merge(List<Part> parts, int following) {
      while (rows.size() < most && parts.stream().allMatch(p -> p.ended || !p.rows.isEmpty())) {
        Optional<Part> first =
            parts.stream()
                .filter(part -> !part.rows.isEmpty())
                .min(Comparator.comparing(part -> value(part.rows.peekFirst()), order));
        if (first.isEmpty()) {
          return following < buckets.size() ? next(following) : finished(false);
        }
        take(first.get().rows.removeFirst());
      }
      if (rows.size() < most) {
        return fill(parts, following);
      }
      boolean more =
          following < buckets.size() || parts.stream().anyMatch(p -> !p.ended || !p.rows.isEmpty());
      return finished(more && left() > 0);
    }

    private ByteBuffer value(Row row) {
      return row.getBytesUnsafe(column);
    }

    private void take(Row row) {
      position = value(row);
      rows.add(SourceNames.row(row, definitions, call.context()));
    }

    private int left() {
      return BucketReader.rowsLeft(from.left().rows(), rows.size());
    }

    private CompletionStage<AsyncResultSet> finished(boolean more) {
      Optional<Cursor> next =
          more
              ? Optional.of(
                  new Cursor(
                      Leg.TARGET,
                      from.epoch(),
                      from.statement(),
                      Optional.of(new Cursor.Base(position, left())),
                      Optional.empty(),
                      Optional.empty(),
                      Optional.of(position),
                      new Cursor.Left(left(), Integer.MAX_VALUE)))
              : Optional.empty();
      return CompletableFuture.completedFuture(
          new PagedResult(
              definitions,
              new MaskedExecutionInfo(
                  last.getExecutionInfo(), call.statement(), next.map(Cursor::encode)),
              rows,
              call.session()));
    }
  }
}
