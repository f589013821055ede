package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import dev.rekey.cql.route.ReadPlan;
import dev.rekey.cql.route.Routing;
import dev.rekey.cql.route.UnroutableException;
import dev.rekey.cql.route.WritePlan;
import dev.rekey.interceptor.Statistics.Count;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Last link: executes the request on the tables its phases say. */
final class Execute implements Interceptor {
  private final DriverCalls driver;
  private final WriteExecution writes;
  private final StateExecution states;
  private final ReadExecution reads;
  private final ShadowReads shadows;
  private final Statistics statistics;

  Execute(
      DriverCalls driver,
      WriteExecution writes,
      StateExecution states,
      ReadExecution reads,
      ShadowReads shadows,
      Statistics statistics) {
    this.driver = driver;
    this.writes = writes;
    this.states = states;
    this.reads = reads;
    this.shadows = shadows;
    this.statistics = statistics;
  }

  @Override
  public CompletionStage<AsyncResultSet> intercept(Call call, Chain chain) {
    try {
      boolean byState = StateWrites.areIn(call.children()) || StateWrites.deletesLists(call);
      if (byState) {
        return states.execute(call);
      }
      CompletionStage<AsyncResultSet> result = isWrite(call) ? writes.execute(call) : single(call);
      return mayAskIndex(call) ? refusing(call, result) : result;
    } catch (StatementRefusedException e) {
      countRefused(call);
      throw e;
    } catch (UnroutableException e) {
      countRefused(call);
      throw new StatementRefusedException(migration(call), e.refusal());
    }
  }

  /** Whether it is known only after an answer of the bucket index that a statement is refused. */
  private static boolean mayAskIndex(Call call) {
    for (Child child : call.children()) {
      for (Understood.Part part : child.understood().parts()) {
        if (part.routing() instanceof ReadPlan read && read.mayUseIndex()
            || part.routing() instanceof WritePlan write && write.needsIndex()) {
          return true;
        }
      }
    }
    return false;
  }

  private CompletionStage<AsyncResultSet> refusing(
      Call call, CompletionStage<AsyncResultSet> result) {
    return result.handle(
        (rows, error) -> {
          if (error == null) {
            return rows;
          }
          Throwable cause = Errors.unwrap(error);
          if (cause instanceof UnroutableException e) {
            countRefused(call);
            throw new StatementRefusedException(migration(call), e.refusal());
          }
          throw new CompletionException(cause);
        });
  }

  private static boolean isWrite(Call call) {
    return call.children().size() != 1
        || call.children().get(0).understood().kind() == Understood.Kind.WRITE;
  }

  /** A SELECT, or a statement that is neither read nor write. */
  private CompletionStage<AsyncResultSet> single(Call call) {
    Understood understood = call.children().get(0).understood();
    Routing routing = understood.parts().get(0).routing();
    if (routing instanceof ReadPlan plan) {
      return shadows.watch(call, plan, reads.execute(call, plan));
    }
    Routing.Refused refusal = (Routing.Refused) routing;
    String migration = migration(call);
    if (call.view().migration(migration).isPresent()
        && !Phases.mayPass(Phases.of(call.view(), migration), refusal.code(), understood.kind())) {
      throw new StatementRefusedException(migration, refusal);
    }
    boolean onTarget = Phases.of(call.view(), migration).readsTarget();
    statistics.add(migration, onTarget ? Count.TARGET_READS : Count.SOURCE_READS);
    return driver.execute(call.statement(), call.session());
  }

  private static String migration(Call call) {
    return call.children().stream()
        .flatMap(child -> child.understood().parts().stream())
        .flatMap(part -> part.migration().stream())
        .findFirst()
        .orElse("");
  }

  private void countRefused(Call call) {
    statistics.add(migration(call), Count.REFUSED);
  }
}
