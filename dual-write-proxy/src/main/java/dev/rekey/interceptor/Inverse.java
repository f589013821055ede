package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.BoundCql;
import dev.rekey.cql.route.InversePlan;
import dev.rekey.cql.route.UnroutableException;
import dev.rekey.interceptor.Statistics.Count;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Third link: the phase, never the name used, selects the tables. A statement that names the target
 * is said of the source here, and then served as any other; so two builds of the application, of
 * which one knows the old table and one the new, run side by side. Where the target leads, its
 * reads go to it as they are, and in phase TARGET everything does.
 */
final class Inverse implements Interceptor {
  private final DriverCalls driver;
  private final OwnStatements own;
  private final Buckets buckets;
  private final Statistics statistics;

  Inverse(DriverCalls driver, OwnStatements own, Buckets buckets, Statistics statistics) {
    this.driver = driver;
    this.own = own;
    this.buckets = buckets;
    this.statistics = statistics;
  }

  @Override
  public CompletionStage<AsyncResultSet> intercept(Call call, Chain chain) {
    Optional<InversePlan> first = first(call);
    if (first.isEmpty()) {
      return asWritten(call, chain);
    }
    try {
      return first.get().shown().isPresent() ? read(call, first.get(), chain) : write(call, chain);
    } catch (UnroutableException e) {
      String migration = first.get().mapping().migration();
      statistics.add(migration, Count.REFUSED);
      throw new StatementRefusedException(migration, e.refusal());
    }
  }

  /** What is written to the target by its own name opens its bucket as anything else does. */
  private CompletionStage<AsyncResultSet> asWritten(Call call, Chain chain) {
    CompletionStage<?> opened = null;
    for (Child child : call.children()) {
      for (Understood.Part part : child.understood().parts()) {
        if (part.routing() instanceof InversePlan plan
            && plan.shown().isEmpty()
            && plan.keepsIndex()) {
          CompletionStage<?> one = open(call, child, plan);
          opened = opened == null ? one : opened.thenCombine(one, (left, right) -> left);
        }
      }
    }
    return opened == null ? chain.proceed(call) : opened.thenCompose(done -> chain.proceed(call));
  }

  private CompletionStage<?> open(Call call, Child child, InversePlan plan) {
    AppBindings bindings =
        new AppBindings(call, child.statement(), child.index(), child.understood().markerNames());
    BoundCql source;
    try {
      source = plan.source(bindings);
    } catch (UnroutableException e) {
      statistics.add(plan.mapping().migration(), Count.REFUSED);
      throw new StatementRefusedException(plan.mapping().migration(), e.refusal());
    }
    // Only its key is looked at: this statement is not sent.
    return own.of(source, OwnStatements.Form.SIMPLE, call.session())
        .thenCompose(
            statement -> {
              Call on = with(call, dressed(call, statement));
              return buckets
                  .prepare(on, WriteParts.of(on))
                  .<CompletionStage<?>>map(ready -> ready)
                  .orElseGet(() -> CompletableFuture.completedFuture(null));
            });
  }

  private static Optional<InversePlan> first(Call call) {
    for (Child child : call.children()) {
      Optional<InversePlan> plan = first(call, child);
      if (plan.isPresent()) {
        return plan;
      }
    }
    return Optional.empty();
  }

  /** A plan of one text that has to be followed in the call's phases. */
  private static Optional<InversePlan> first(Call call, Child child) {
    for (Understood.Part part : child.understood().parts()) {
      if (part.routing() instanceof InversePlan plan
          && (plan.shown().isPresent() || !isOnlyTarget(call, plan))) {
        return Optional.of(plan);
      }
    }
    return Optional.empty();
  }

  static boolean isOnlyTarget(Call call, InversePlan plan) {
    return Phases.of(call.view(), plan.mapping().migration()) == Phase.TARGET;
  }

  private CompletionStage<AsyncResultSet> read(Call call, InversePlan plan, Chain chain) {
    Phase phase = Phases.of(call.view(), plan.mapping().migration());
    Optional<ByteBuffer> state = Optional.ofNullable(call.statement().getPagingState());
    boolean begunOnSource = state.filter(InverseCursor::isOne).isPresent();
    if (phase.readsTarget() && !begunOnSource) {
      statistics.add(plan.mapping().migration(), Count.TARGET_READS);
      return driver.execute(call.statement(), call.session());
    }
    if (state.isPresent() && !begunOnSource) {
      throw new CursorLostException(
          "Cannot go on from the paging state during migration %s: it is about the target, which is not read in phase %s; read from the start"
              .formatted(plan.mapping().migration(), phase));
    }
    TargetRows rows = new TargetRows(call, plan, own);
    return onSource(call, call.children().get(0))
        .thenCompose(
            statement ->
                rows.of(
                    chain,
                    with(
                        call,
                        dressed(call, statement)
                            .copy(state.map(InverseCursor::inner).orElse(null)))));
  }

  private CompletionStage<AsyncResultSet> write(Call call, Chain chain) {
    CompletionStage<List<BatchableStatement<?>>> children =
        CompletableFuture.completedFuture(new ArrayList<>());
    for (Child child : call.children()) {
      boolean concerned = first(call, child).isPresent();
      CompletionStage<? extends BatchableStatement<?>> one =
          concerned ? onSource(call, child) : CompletableFuture.completedFuture(child.statement());
      children =
          children.thenCombine(
              one,
              (list, statement) -> {
                list.add(statement);
                return list;
              });
    }
    return children
        .thenCompose(list -> chain.proceed(with(call, statement(call, list))))
        .thenApply(result -> MaskedResult.asIf(call.statement(), result));
  }

  private static Statement<?> statement(Call call, List<BatchableStatement<?>> children) {
    return call.statement() instanceof BatchStatement batch
        ? dressed(
            call,
            BatchStatement.newInstance(batch.getBatchType(), children)
                .setKeyspace(batch.getKeyspace()))
        : dressed(call, children.get(0));
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // a statement's setters return its own type
  private static Statement<?> dressed(Call call, Statement statement) {
    return (Statement<?>)
        Dress.like(statement, call.statement())
            .setQueryTimestamp(call.statement().getQueryTimestamp());
  }

  private CompletionStage<BatchableStatement<?>> onSource(Call call, Child child) {
    return own.of(
        InverseTexts.of(call, child), OwnStatements.formOf(child.statement()), call.session());
  }

  /** The call with a statement that has to be understood anew. */
  private static Call with(Call call, Statement<?> statement) {
    Call on = new Call(statement, call.session(), List.of(), call.view(), call.pinned());
    return on.withChildren(Understand.children(on));
  }
}
