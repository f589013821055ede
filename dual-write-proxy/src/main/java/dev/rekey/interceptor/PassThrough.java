package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Executes statements about no migrating table, as far as this process knows. They enter no gate,
 * so two things are looked at when the answer arrives, before it is delivered.
 *
 * <p>Should a migration of its table have been published while it was under way, the statement is
 * executed again under that migration's phase, with the same timestamp: the fleet did not count it.
 * In the source phase there is nothing to make good, and executing it twice would be seen: a
 * condition that held the first time no longer holds.
 *
 * <p>Should the lease have lapsed, the fleet may have waited this process out, so that a whole
 * migration can have passed unseen while it stood still. The answer then waits for one look at the
 * phases that begins now, shared by everything that waits. Only if that look fails is the statement
 * in doubt.
 */
final class PassThrough {
  private final Executor driver;
  private final Standing fleet;
  private final Executor fromTheStart;

  /** Executes a statement. */
  @FunctionalInterface
  interface Executor {
    CompletionStage<AsyncResultSet> execute(Statement<?> statement, DefaultSession session);
  }

  /**
   * @param driver executes a statement as it is
   * @param fromTheStart executes a statement under the phases of its time
   */
  PassThrough(Executor driver, Standing fleet, Executor fromTheStart) {
    this.driver = driver;
    this.fleet = fleet;
    this.fromTheStart = fromTheStart;
  }

  CompletionStage<AsyncResultSet> execute(
      Statement<?> statement, DefaultSession session, FleetView before) {
    return new Passage(statement, session, before).start();
  }

  /** One statement from its sending to its final answer. */
  private final class Passage {
    private final Statement<?> application;
    private final Statement<?> sent;
    private final DefaultSession session;
    private final FleetView before;
    private final long term = fleet.state().lease().term();
    private final long begunNanos = System.nanoTime();
    private final CompletableFuture<AsyncResultSet> answer = new CompletableFuture<>();

    Passage(Statement<?> application, DefaultSession session, FleetView before) {
      this.application = application;
      this.sent = fleet.isKnown() ? pinned(application) : application;
      this.session = session;
      this.before = before;
    }

    CompletionStage<AsyncResultSet> start() {
      driver.execute(sent, session).whenComplete(this::arrived);
      return answer;
    }

    private void arrived(AsyncResultSet rows, Throwable error) {
      boolean trusted = !fleet.isKnown() || fleet.state().lease().isValid();
      // An error that leaves the outcome open is right whatever the phases are.
      if (trusted || (error != null && !Errors.provesNothingWritten(error))) {
        guarded(() -> decide(rows, error));
        return;
      }
      long longest = fleet.state().lease().length().toMillis();
      fleet
          .look()
          .toCompletableFuture()
          .copy()
          .orTimeout(longest, TimeUnit.MILLISECONDS)
          .whenComplete((looked, failure) -> guarded(() -> looked(rows, error, failure)));
    }

    private void looked(AsyncResultSet rows, Throwable error, Throwable failure) {
      if (failure == null) {
        decide(rows, error);
      } else if (error != null) {
        deliver(rows, error);
      } else {
        answer.completeExceptionally(unknown(Errors.unwrap(failure).toString()));
      }
    }

    /** Whatever goes wrong here must not leave the application without an answer. */
    private void guarded(Runnable step) {
      try {
        step.run();
      } catch (RuntimeException e) {
        answer.completeExceptionally(e);
      }
    }

    private void decide(AsyncResultSet rows, Throwable error) {
      FleetView now = fleet.state().view();
      if (now == before || !now.isBeyondSource()) {
        deliver(rows, error);
        return;
      }
      Set<String> migrations = Understand.migrations(Call.of(sent, session, now));
      if (migrations.stream().allMatch(name -> Phases.isSource(now, name))) {
        deliver(rows, error);
        return;
      }
      if (StateWrites.areIn(sent, session, now)) {
        deliverIfAwaited(rows, error, migrations, "it may be executed once only");
        return;
      }
      again()
          .whenComplete(
              (result, failure) -> {
                if (failure == null) {
                  deliver(result, null);
                } else {
                  failedAgain(Errors.unwrap(failure), rows, error, migrations);
                }
              });
    }

    private CompletionStage<AsyncResultSet> again() {
      try {
        return fromTheStart.execute(sent, session);
      } catch (RuntimeException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    /**
     * What the new phase refuses, like what may be executed once only, has been executed on the
     * source. As long as it took no longer than requests take, this process was not waited out and
     * no fence was set, the fleet still waits for it, and it counts as executed before.
     */
    private void failedAgain(
        Throwable failure, AsyncResultSet rows, Throwable error, Set<String> migrations) {
      if (!(failure instanceof StatementRefusedException)) {
        answer.completeExceptionally(
            failure instanceof PhaseLeaseExpiredException
                ? unknown(failure.getMessage())
                : failure);
        return;
      }
      deliverIfAwaited(rows, error, migrations, failure.getMessage());
    }

    private void deliverIfAwaited(
        AsyncResultSet rows, Throwable error, Set<String> migrations, String why) {
      FleetView now = fleet.state().view();
      boolean awaited =
          System.nanoTime() - begunNanos <= fleet.longestRequest().toNanos()
              && fleet.state().lease().isHeldSince(term)
              && migrations.stream().allMatch(name -> Phases.isUnfenced(now, name));
      if (awaited) {
        deliver(rows, error);
      } else {
        answer.completeExceptionally(unknown(why));
      }
    }

    private void deliver(AsyncResultSet rows, Throwable error) {
      if (error != null) {
        answer.completeExceptionally(Errors.unwrap(error));
      } else {
        answer.complete(MaskedResult.asIf(application, rows));
      }
    }

    private DriverException unknown(String why) {
      return new PhaseLeaseExpiredException(
          "Cannot tell whether the statement counts: it was executed while this process had no valid lease or a migration of its table began, and the phases of migrations are not known or refuse it (%s); read, then write again"
              .formatted(why));
    }
  }

  /**
   * A write with the timestamp that the driver would draw, so that executing it again changes
   * nothing. Reads, and writes that leave the timestamp to the server, stay as they are.
   */
  private Statement<?> pinned(Statement<?> statement) {
    if (statement.getQueryTimestamp() != Statement.NO_DEFAULT_TIMESTAMP || isRead(statement)) {
      return statement;
    }
    long drawn = fleet.state().timestamps().draw();
    return drawn == Statement.NO_DEFAULT_TIMESTAMP ? statement : statement.setQueryTimestamp(drawn);
  }

  /** Cheap, and wrong only for reads that begin with a comment, which a timestamp does not harm. */
  private static boolean isRead(Statement<?> statement) {
    String text = "";
    if (statement instanceof BoundStatement bound) {
      text = bound.getPreparedStatement().getQuery();
    } else if (statement instanceof SimpleStatement simple) {
      text = simple.getQuery();
    }
    return !text.isEmpty() && Character.toLowerCase(text.charAt(0)) == 's';
  }
}
