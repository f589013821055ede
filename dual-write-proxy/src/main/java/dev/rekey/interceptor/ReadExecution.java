package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.internal.core.cql.Conversions;
import dev.rekey.control.BucketStore;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.Bindings;
import dev.rekey.cql.route.IndexRows;
import dev.rekey.cql.route.IndexSlice;
import dev.rekey.cql.route.ReadPlan;
import dev.rekey.interceptor.Statistics.Count;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Reads from the table that leads. From the dual phases on every page carries a {@link Cursor}, so
 * that a read which began on one table goes on on the other.
 */
final class ReadExecution {
  private final DriverCalls driver;
  private final OwnStatements own;
  private final Buckets index;
  private final Statistics statistics;
  private final SourceColumns columns = new SourceColumns();

  ReadExecution(DriverCalls driver, OwnStatements own, Buckets index, Statistics statistics) {
    this.driver = driver;
    this.own = own;
    this.index = index;
    this.statistics = statistics;
  }

  CompletionStage<AsyncResultSet> execute(Call call, ReadPlan plan) {
    String migration = plan.mapping().migration();
    Phase phase = Phases.of(call.view(), migration);
    statistics.add(migration, phase.readsTarget() ? Count.TARGET_READS : Count.SOURCE_READS);
    ByteBuffer state = call.statement().getPagingState();
    boolean untouched = phase == Phase.SOURCE && (state == null || !Cursor.isCursor(state));
    return untouched
        ? driver.execute(call.statement(), call.session())
        : new Read(call, plan, phase.lead()).start(Optional.ofNullable(state));
  }

  /** The first page, from one of the tables whatever the phase. */
  CompletionStage<AsyncResultSet> from(Leg leg, Call call, ReadPlan plan) {
    return new Read(call, plan, leg).start(Optional.empty());
  }

  /** One page of one read. */
  private final class Read {
    private final Call call;
    private final ReadPlan plan;
    private final Leg leg;
    private final Bindings bindings;
    private final int statement;

    Read(Call call, ReadPlan plan, Leg leg) {
      this.call = call;
      this.plan = plan;
      this.leg = leg;
      Child child = call.children().get(0);
      this.bindings = new AppBindings(call, child.statement(), 0, child.understood().markerNames());
      this.statement = hash(child);
    }

    CompletionStage<AsyncResultSet> start(Optional<ByteBuffer> state) {
      Cursor from = state.map(this::resume).orElseGet(this::beginning);
      return leg == Leg.SOURCE ? source(from) : target(from);
    }

    private CompletionStage<AsyncResultSet> target(Cursor from) {
      if (!plan.usesIndex(bindings)) {
        return target(from, IndexRows.NOT_ASKED);
      }
      List<IndexSlice> slices =
          from.bucket()
              .map(bucket -> plan.slicesFrom(bucket, bindings))
              .orElseGet(() -> plan.slices(bindings));
      return index
          .rows(plan.mapping(), slices, BucketStore.MOST_BUCKETS)
          .thenCompose(rows -> target(from, rows));
    }

    private CompletionStage<AsyncResultSet> target(Cursor from, IndexRows rows) {
      boolean nothing = rows.asked() && plan.isAboutNothing(bindings, rows);
      Cursor begun = nothing ? from.withRowsLeft(0) : from;
      List<ReadPlan.Bucket> buckets = buckets(from, rows);
      return plan.merge().isPresent()
          ? new MergedReader(call, plan, own, driver, columns).page(begun, buckets, pageSize())
          : new BucketReader(call, plan, own, driver, columns)
              .page(begun, buckets, plan.perPartitionLimit(bindings), pageSize());
    }

    private Cursor beginning() {
      boolean nothing = leg == Leg.TARGET && plan.isAboutNothing(bindings);
      return new Cursor(
          leg,
          epoch(),
          statement,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          new Cursor.Left(nothing ? 0 : plan.limit(bindings), plan.perPartitionLimit(bindings)));
    }

    private Cursor resume(ByteBuffer state) {
      if (!Cursor.isCursor(state)) {
        return ofServer(state);
      }
      Cursor cursor = Cursor.decode(state);
      if (cursor.statement() != statement) {
        throw lost("it belongs to another statement or to other values");
      }
      return cursor.leg() == leg ? cursor : onOtherTable(cursor);
    }

    /** A paging state from before the dual phases: the server's own, of the source. */
    private Cursor ofServer(ByteBuffer state) {
      if (leg == Leg.TARGET) {
        throw lost("it was made before the dual phases and is about the source");
      }
      int limit = plan.limit(bindings);
      return new Cursor(
          Leg.SOURCE,
          epoch(),
          statement,
          Optional.empty(),
          Optional.empty(),
          Optional.of(state),
          Optional.empty(),
          new Cursor.Left(limit == Integer.MAX_VALUE ? limit : Cursor.UNKNOWN, Integer.MAX_VALUE));
    }

    private Cursor onOtherTable(Cursor cursor) {
      boolean possible =
          plan.cursor().isPresent()
              && cursor.last().isPresent()
              && cursor.left().rows() != Cursor.UNKNOWN;
      if (!possible) {
        throw lost(
            "it is about the %s, which is no longer read, and the rows do not show one clustering column to go on by"
                .formatted(cursor.leg()));
      }
      return new Cursor(
          leg,
          epoch(),
          statement,
          Optional.of(new Cursor.Base(cursor.last().get(), cursor.left().rows())),
          Optional.empty(),
          Optional.empty(),
          cursor.last(),
          cursor.left());
    }

    private List<ReadPlan.Bucket> buckets(Cursor from, IndexRows rows) {
      return from.base()
          .map(base -> plan.bucketsAfter(base.last(), base.rowsLeft(), bindings, rows))
          .orElseGet(() -> plan.buckets(bindings, rows));
    }

    private CompletionStage<AsyncResultSet> source(Cursor from) {
      ByteBuffer inner = from.inner().orElse(null);
      if (from.base().isEmpty()) {
        return driver
            .execute(call.statement().copy(inner), call.session())
            .thenApply(result -> sourcePage(from, result));
      }
      Cursor.Base base = from.base().get();
      return own.of(
              plan.sourceAfter(base.last(), base.rowsLeft(), bindings),
              OwnStatements.formOf(call.statement()),
              call.session())
          .thenCompose(
              mine ->
                  driver.execute(Dress.like(mine, call.statement()).copy(inner), call.session()))
          .thenApply(result -> sourcePage(from, result));
    }

    private AsyncResultSet sourcePage(Cursor from, AsyncResultSet result) {
      if (!result.hasMorePages()) {
        return MaskedResult.asIf(call.statement(), result);
      }
      List<Row> rows = new ArrayList<>();
      result.currentPage().forEach(rows::add);
      Cursor next =
          new Cursor(
              Leg.SOURCE,
              epoch(),
              statement,
              from.base(),
              Optional.empty(),
              Optional.of(result.getExecutionInfo().getPagingState()),
              BucketReader.lastSeen(plan, rows).or(from::last),
              new Cursor.Left(
                  BucketReader.rowsLeft(from.left().rows(), rows.size()), Integer.MAX_VALUE));
      return new PagedResult(
          result.getColumnDefinitions(),
          new MaskedExecutionInfo(
              result.getExecutionInfo(), call.statement(), Optional.of(next.encode())),
          rows,
          call.session());
    }

    /** As the driver has it; a page without bounds where the application has turned paging off. */
    private int pageSize() {
      int own = call.statement().getPageSize();
      int size =
          own > 0
              ? own
              : Conversions.resolveExecutionProfile(call.statement(), call.context())
                  .getInt(DefaultDriverOption.REQUEST_PAGE_SIZE);
      return size > 0 ? size : Integer.MAX_VALUE;
    }

    private long epoch() {
      return call.view()
          .migration(plan.mapping().migration())
          .map(live -> live.publication().epoch())
          .orElse(0L);
    }

    private int hash(Child child) {
      int hash = plan.targetText().hashCode();
      for (int i = 0; i < child.understood().markerNames().size(); i++) {
        hash = 31 * hash + bindings.marker(i).bytes().map(ByteBuffer::hashCode).orElse(0);
      }
      return hash;
    }

    private CursorLostException lost(String why) {
      return new CursorLostException(
          "Cannot go on from the paging state during migration %s: %s; read from the start"
              .formatted(plan.mapping().migration(), why));
    }
  }
}
