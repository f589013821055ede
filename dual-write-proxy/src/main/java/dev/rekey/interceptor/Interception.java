package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Everything between the application and the driver of one session. */
final class Interception {
  private final RekeyOptions options;
  private final Statistics statistics = new Statistics();
  private final DriverCalls driver = new DriverCalls();
  private final OwnStatements own = new OwnStatements(driver);
  private volatile Optional<Fleet> fleet = Optional.empty();
  private volatile Optional<Chain> chain = Optional.empty();

  Interception(RekeyOptions options) {
    this.options = options;
  }

  Statistics statistics() {
    return statistics;
  }

  /**
   * Registers with the fleet. Until it is complete nobody but the driver itself has the session, so
   * no statement of the application can be under way.
   */
  CompletionStage<CqlSession> open(InterceptedSession session) {
    DefaultSession driverSession = session.driverSession();
    FleetState state = state(driverSession);
    Duration controlTimeout = options.lease().dividedBy(4);
    CqlSession bypass = new BypassSession(driverSession, driver, controlTimeout);
    Fleet opened = new Fleet(options, bypass, state, statistics);
    List<Interceptor> links =
        List.of(
            new Understand(driver),
            new Admit(state, statistics),
            new Execute(
                driver,
                new WriteExecution(driver, own, opened::journal, statistics, options),
                new ReadExecution(driver, own, statistics),
                statistics));
    chain = Optional.of(Chain.of(links));
    fleet = Optional.of(opened);
    CompletableFuture<CqlSession> ready = new CompletableFuture<>();
    opened
        .start()
        .whenComplete(
            (started, error) -> {
              if (error == null) {
                ready.complete(session);
              } else {
                session.forceCloseAsync();
                ready.completeExceptionally(Errors.unwrap(error));
              }
            });
    return ready;
  }

  private FleetState state(DefaultSession session) {
    InstantSource clock = InstantSource.system();
    return new FleetState(
        new Lease(options.lease(), clock, System::nanoTime),
        new Timestamps(session.getContext().getTimestampGenerator(), clock));
  }

  CompletionStage<AsyncResultSet> execute(Statement<?> statement, DefaultSession session) {
    Optional<Fleet> current = fleet;
    if (current.isEmpty()) {
      return driver.execute(statement, session);
    }
    FleetView view = current.get().state().view();
    if (Understand.mayConcern(statement, view.understanding())) {
      return chain.orElseThrow().proceed(Call.of(statement, session, view));
    }
    return passThrough(statement, session, view, current.get().state());
  }

  /**
   * A statement about no migrating table. Should a migration of its table have been published while
   * it was under way, it is executed again under that migration's phase: it was not counted by any
   * gate, so the fleet did not wait for it. In the source phase there is nothing to make good, and
   * executing it twice would be seen: a condition that held the first time no longer holds.
   */
  private CompletionStage<AsyncResultSet> passThrough(
      Statement<?> statement, DefaultSession session, FleetView before, FleetState state) {
    CompletionStage<AsyncResultSet> result = driver.execute(statement, session);
    CompletableFuture<AsyncResultSet> answer = new CompletableFuture<>();
    result.whenComplete(
        (rows, error) -> {
          FleetView now = state.view();
          if (now != before
              && now.isBeyondSource()
              && Understand.mayConcern(statement, now.understanding())) {
            relay(execute(statement, session), answer);
          } else if (error != null) {
            answer.completeExceptionally(error);
          } else {
            answer.complete(rows);
          }
        });
    return answer;
  }

  private static <T> void relay(CompletionStage<T> from, CompletableFuture<T> to) {
    from.whenComplete(
        (value, error) -> {
          if (error != null) {
            to.completeExceptionally(Errors.unwrap(error));
          } else {
            to.complete(value);
          }
        });
  }

  /** A statement prepared through the target; empty if the driver shall prepare it. */
  Optional<CompletionStage<PreparedStatement>> prepare(
      PrepareRequest request, DefaultSession session) {
    Optional<Fleet> current = fleet;
    if (current.isEmpty()) {
      return Optional.empty();
    }
    return new TargetPrepares(own, current.get().state().view()).prepare(request, session);
  }

  CompletionStage<Void> leaveFleet() {
    return fleet.map(Fleet::leave).orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  void abandonFleet() {
    fleet.ifPresent(Fleet::abandon);
  }
}
