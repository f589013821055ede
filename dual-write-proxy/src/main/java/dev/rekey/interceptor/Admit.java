package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.util.concurrent.CompletableFutures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Second link: a request runs under one epoch of each migration it concerns, with a valid lease,
 * and its answer is delivered only if both still hold when it arrives.
 *
 * <p>A process can stand still between any two instructions, so checking before sending is not
 * enough: while it stood, the fleet may have waited it out and moved on. Therefore the answer is
 * checked too. If the epoch has moved, the request is executed again under the new phase, with the
 * same timestamp and the same function results, before anything is acknowledged: repeating it
 * changes nothing where it was already written. If the lease has lapsed, the outcome is in doubt
 * and the application is told so.
 *
 * <p>What the new phase refuses, and what may be executed once only, a lightweight transaction for
 * example, is not executed again: its first answer stands if this process has held its place in the
 * fleet all the while. Then nobody has gone on to the phase after the new one, because the gate of
 * the old one is still entered, and a request of the old phase beside requests of the new one is
 * what neighbouring phases allow.
 *
 * <p>All gates entered on the way are left only when the answer is final, so that an epoch is
 * acknowledged as drained only when no request that began under an older one can still write.
 */
final class Admit implements Interceptor {
  /**
   * An epoch moves at most a few times per lease; more rounds than this mean something is wrong.
   */
  private static final int MAX_ROUNDS = 5;

  private static final int MAX_ENTRY_ATTEMPTS = 1_000;

  private final FleetState fleet;
  private final Statistics statistics;

  Admit(FleetState fleet, Statistics statistics) {
    this.fleet = fleet;
    this.statistics = statistics;
  }

  @Override
  public CompletionStage<AsyncResultSet> intercept(Call call, Chain chain) {
    Admission admission = new Admission(Understand.migrations(call.children()), call, chain);
    return admission.start();
  }

  /** What one round gave. */
  private record Executed(AsyncResultSet rows, Throwable error) {
    boolean isRefused() {
      return Errors.unwrap(error) instanceof StatementRefusedException;
    }
  }

  /** One request from its admission to its final answer. */
  private final class Admission {
    private final Set<String> names;
    private final Call call;
    private final Chain chain;
    private final long term = fleet.lease().term();
    private final List<EpochGate> entered = new ArrayList<>();
    private final CompletableFuture<AsyncResultSet> answer = new CompletableFuture<>();

    Admission(Set<String> names, Call call, Chain chain) {
      this.names = names;
      this.call = call;
      this.chain = chain;
    }

    CompletionStage<AsyncResultSet> start() {
      Optional<FleetView> view = enter();
      if (view.isEmpty()) {
        finish(null, leaseExpired("it was not sent"));
        return answer;
      }
      Call admitted = call.under(view.get());
      run(admitted.pinnedAt(new Pinned(timestamp(admitted))), 1, Optional.empty());
      return answer;
    }

    private long timestamp(Call admitted) {
      long chosen = admitted.statement().getQueryTimestamp();
      if (chosen != Statement.NO_DEFAULT_TIMESTAMP) {
        return chosen;
      }
      long fence = Long.MIN_VALUE + 1;
      for (String name : names) {
        fence = Math.max(fence, fleet.fence(admitted.view(), name));
      }
      return fleet.timestamps().next(fence);
    }

    private void run(Call admitted, int round, Optional<Executed> before) {
      CompletionStage<AsyncResultSet> result;
      try {
        result = chain.proceed(admitted);
      } catch (RuntimeException e) {
        result = CompletableFutures.failedFuture(e);
      }
      result.whenComplete(
          (rows, error) -> {
            Executed executed = new Executed(rows, error);
            if (before.isPresent() && executed.isRefused() && fleet.lease().isHeldSince(term)) {
              finish(before.get().rows(), before.get().error());
            } else {
              recheck(admitted, round, executed);
            }
          });
    }

    private void recheck(Call admitted, int round, Executed executed) {
      if (!fleet.lease().isValid()) {
        finish(null, leaseExpired("it may or may not have been executed"));
        return;
      }
      FleetView now = fleet.view();
      if (isSameEpoch(admitted.view(), now)) {
        finish(executed.rows(), executed.error());
        return;
      }
      names.forEach(name -> statistics.add(name, Statistics.Count.RECHECKED));
      if (StateWrites.areIn(call.children())) {
        finishOnce(executed);
        return;
      }
      Optional<FleetView> next = round < MAX_ROUNDS ? enter() : Optional.empty();
      if (next.isEmpty()) {
        finish(null, leaseExpired("it may or may not have been executed"));
        return;
      }
      run(admitted.under(next.get()), round + 1, Optional.of(executed));
    }

    /** What may be executed once only counts as executed before, for the same reason. */
    private void finishOnce(Executed executed) {
      if (fleet.lease().isHeldSince(term)) {
        finish(executed.rows(), executed.error());
      } else {
        finish(null, leaseExpired("it may or may not have been executed"));
      }
    }

    private boolean isSameEpoch(FleetView before, FleetView now) {
      if (before == now) {
        return true;
      }
      return names.stream()
          .allMatch(name -> fleet.gate(before, name).equals(fleet.gate(now, name)));
    }

    /** Enters the gates of the current view; see {@link EpochGate} for why it looks twice. */
    private Optional<FleetView> enter() {
      for (int attempt = 0; attempt < MAX_ENTRY_ATTEMPTS; attempt++) {
        if (!fleet.lease().isValid()) {
          return Optional.empty();
        }
        FleetView view = fleet.view();
        List<EpochGate> gates = gates(view);
        gates.forEach(EpochGate::enter);
        if (fleet.view() == view) {
          entered.addAll(gates);
          return Optional.of(view);
        }
        gates.forEach(EpochGate::leave);
      }
      return Optional.empty();
    }

    private List<EpochGate> gates(FleetView view) {
      List<EpochGate> gates = new ArrayList<>(names.size());
      for (String name : names) {
        fleet.gate(view, name).ifPresent(gates::add);
      }
      return gates;
    }

    private void finish(AsyncResultSet rows, Throwable error) {
      entered.forEach(EpochGate::leave);
      if (error != null) {
        answer.completeExceptionally(Errors.unwrap(error));
      } else {
        answer.complete(rows);
      }
    }

    private PhaseLeaseExpiredException leaseExpired(String outcome) {
      return new PhaseLeaseExpiredException(
          "Cannot serve the statement during migration %s: this process has no valid lease (%d ms), %s; service returns when the control keyspace can be reached"
              .formatted(String.join(", ", names), fleet.lease().length().toMillis(), outcome));
    }
  }
}
