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
  private volatile Optional<PassThrough> passing = Optional.empty();
  private volatile Optional<Chain> chain = Optional.empty();
  private volatile Optional<ShadowReads> shadows = Optional.empty();

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
    Fleet opened = new Fleet(options, bypass, state, statistics, SourcePrepares.of(driverSession));
    PassThrough others = new PassThrough(driver::execute, opened, this::execute);
    ReadExecution reads = new ReadExecution(driver, own, statistics);
    ShadowReads compared =
        new ShadowReads(
            state,
            statistics,
            (leg, call, plan) -> reads.from(leg, call, plan).thenApply(ShadowAnswer::of),
            ShadowReads.Rules.of(options));
    List<Interceptor> links =
        List.of(
            new Understand(others),
            new Admit(state, statistics),
            new Execute(
                driver,
                new WriteExecution(driver, own, opened::journal, statistics, options),
                reads,
                compared,
                statistics));
    shadows = Optional.of(compared);
    passing = Optional.of(others);
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
    return passing.orElseThrow().execute(statement, session, view);
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
    shadows.ifPresent(ShadowReads::stop);
    return fleet.map(Fleet::leave).orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  void abandonFleet() {
    shadows.ifPresent(ShadowReads::stop);
    fleet.ifPresent(Fleet::abandon);
  }
}
