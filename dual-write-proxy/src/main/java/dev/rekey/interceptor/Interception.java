package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.driver.internal.core.session.RequestProcessor;
import com.datastax.oss.driver.internal.core.session.RequestProcessorRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Everything between the application and the driver of one session. */
final class Interception {
  private final RekeyOptions options;
  private final Statistics statistics = new Statistics();
  private final DriverCalls driver;
  private final BiFunction<DefaultSession, Interception, InterceptedSession> handedOut;
  private final OwnStatements own;
  private final CompletableFuture<CqlSession> ready = new CompletableFuture<>();

  /** Present as soon as it is being joined. */
  private volatile Optional<Fleet> joining = Optional.empty();

  /** Present when it has been joined: until then no statement is sent. */
  private volatile Optional<Fleet> fleet = Optional.empty();

  private volatile Optional<PassThrough> passing = Optional.empty();
  private volatile Optional<Chain> chain = Optional.empty();
  private volatile Optional<ShadowReads> shadows = Optional.empty();
  private volatile Optional<MigrationGauges> gauges = Optional.empty();

  private Interception(
      RekeyOptions options,
      DriverCalls driver,
      BiFunction<DefaultSession, Interception, InterceptedSession> handedOut) {
    this.options = options;
    this.driver = driver;
    this.handedOut = handedOut;
    this.own = new OwnStatements(driver);
  }

  /** Called by the processors of the session, which are ours. */
  static Interception inside(RekeyOptions options) {
    return new Interception(options, new DriverCalls.ByProcessors(), InterceptedSession::new);
  }

  /** Called by the session that the application gets, in front of one that knows nothing of it. */
  static Interception inFront(RekeyOptions options) {
    return new Interception(options, new DriverCalls.BySession(), WrappedSession::new);
  }

  Statistics statistics() {
    return statistics;
  }

  /** The one in this session's driver, if any. */
  static Optional<Interception> of(RequestProcessorRegistry registry) {
    for (RequestProcessor<?, ?> processor : registry.getProcessors()) {
      if (processor instanceof InterceptedRequests intercepted) {
        return Optional.of(intercepted.interception());
      }
    }
    return Optional.empty();
  }

  /**
   * Registers with the fleet, once. Until it is complete the application has no session; what a
   * listener of the driver sends meanwhile waits for it.
   *
   * @return the session for the application, or why it was closed; completed elsewhere than on the
   *     fleet's thread, since what follows is the application's own code
   */
  CompletionStage<CqlSession> open(DefaultSession session) {
    join(session);
    return ready;
  }

  private synchronized void join(DefaultSession driverSession) {
    if (joining.isPresent() || ready.isDone()) {
      return;
    }
    try {
      InterceptedSession session = handedOut.apply(driverSession, this);
      Fleet opened = assemble(driverSession);
      joining = Optional.of(opened);
      opened
          .start()
          .whenComplete(
              (started, error) -> {
                if (error == null) {
                  fleet = Optional.of(opened);
                  ready.completeAsync(() -> session);
                } else {
                  ready.completeAsync(() -> closed(session, Errors.unwrap(error)));
                }
              });
    } catch (RuntimeException e) {
      driverSession.forceCloseAsync();
      ready.completeExceptionally(e);
    }
  }

  /** Not on the fleet's thread, which this ends. */
  private static CqlSession closed(InterceptedSession session, Throwable why) {
    session.forceCloseAsync();
    throw new CompletionException(why);
  }

  private Fleet assemble(DefaultSession driverSession) {
    FleetState state = state(driverSession);
    Duration controlTimeout = options.lease().dividedBy(4);
    CqlSession bypass = new BypassSession(driverSession, driver, controlTimeout);
    MigrationGauges shown = new MigrationGauges(Gauges.of(driverSession), statistics);
    Fleet opened =
        new Fleet(
            options, bypass, state, statistics, SourcePrepares.of(driverSession).andThen(shown));
    Buckets buckets = new Buckets(bypass, options.followTimeout());
    PassThrough others = new PassThrough(driver::execute, opened, this::execute);
    ReadExecution reads = new ReadExecution(driver, own, buckets, statistics);
    ShadowReads compared =
        new ShadowReads(
            state,
            statistics,
            (leg, call, plan) -> reads.from(leg, call, plan).thenApply(ShadowAnswer::of),
            ShadowReads.Rules.of(options));
    List<Interceptor> links =
        List.of(
            new Understand(others),
            new Hold(state),
            new Admit(state, statistics),
            new Inverse(driver, own, buckets, statistics),
            new Execute(
                driver,
                new WriteExecution(driver, own, buckets, opened::journal, statistics, options),
                new StateExecution(
                    driver, own, bypass, buckets, opened::journal, statistics, options),
                reads,
                compared,
                statistics));
    gauges = Optional.of(shown);
    shadows = Optional.of(compared);
    passing = Optional.of(others);
    chain = Optional.of(Chain.of(links));
    return opened;
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
      return whenOpen(session, () -> execute(statement, session));
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
    return new TargetPrepares(own, fleet.orElseThrow().state().view()).prepare(request, session);
  }

  boolean isOpen() {
    return fleet.isPresent();
  }

  /** What the application asked for too early, as soon as it may be done. */
  <T> CompletionStage<T> whenOpen(DefaultSession session, Supplier<CompletionStage<T>> then) {
    return open(session).thenCompose(opened -> then.get());
  }

  CompletionStage<Void> leaveFleet() {
    shadows.ifPresent(ShadowReads::stop);
    gauges.ifPresent(MigrationGauges::remove);
    return joining.map(Fleet::leave).orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  void abandonFleet() {
    shadows.ifPresent(ShadowReads::stop);
    gauges.ifPresent(MigrationGauges::remove);
    joining.ifPresent(Fleet::abandon);
  }
}
