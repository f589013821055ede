package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.util.concurrent.CompletableFutures;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.Phase;
import dev.rekey.interceptor.LegStatement.Role;
import dev.rekey.interceptor.Settlement.Acknowledge;
import dev.rekey.interceptor.Statistics.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Writes both tables at once and acknowledges when both have answered. The lead leg's result is the
 * application's; what the follow leg may lack is in the journal before the application hears of
 * success.
 */
final class WriteExecution {
  /** How much longer than its own timeout the driver may take to report it. */
  private static final Duration GRACE = Duration.ofMillis(250);

  private final DriverCalls driver;
  private final OwnStatements own;
  private final Supplier<Journal> journal;
  private final Statistics statistics;
  private final RekeyOptions options;

  WriteExecution(
      DriverCalls driver,
      OwnStatements own,
      Supplier<Journal> journal,
      Statistics statistics,
      RekeyOptions options) {
    this.driver = driver;
    this.own = own;
    this.journal = journal;
    this.statistics = statistics;
    this.options = options;
  }

  CompletionStage<AsyncResultSet> execute(Call call) {
    List<WritePart> parts = WriteParts.of(call);
    LegStatement statements = new LegStatement(call, own);
    CompletionStage<List<Statement<?>>> lead = statements.of(parts, Role.LEAD);
    boolean mirrored = parts.stream().anyMatch(WritePart::isMirrored);
    if (!mirrored) {
      return lead.thenCompose(list -> send(call, list)).thenApply(result -> counted(parts, result));
    }
    CompletionStage<List<Statement<?>>> follow = statements.of(parts, Role.FOLLOW);
    return new BothLegs(call, parts).send(lead, follow);
  }

  private AsyncResultSet counted(List<WritePart> parts, AsyncResultSet result) {
    for (WritePart part : parts) {
      part.migration()
          .ifPresent(
              name ->
                  statistics.add(
                      name, part.lead() == Leg.SOURCE ? Count.SOURCE_WRITES : Count.TARGET_WRITES));
    }
    return result;
  }

  /** Sends the statements of one leg at once; fails if one of them fails. */
  private CompletionStage<AsyncResultSet> send(Call call, List<Statement<?>> statements) {
    List<CompletableFuture<AsyncResultSet>> results = new ArrayList<>();
    for (Statement<?> statement : statements) {
      results.add(driver.execute(statement, call.session()).toCompletableFuture());
    }
    if (results.isEmpty()) {
      return CompletableFutures.failedFuture(
          new IllegalStateException("Cannot write: the statement is about no target partition"));
    }
    return CompletableFuture.allOf(results.toArray(new CompletableFuture<?>[0]))
        .thenApply(done -> MaskedResult.asIf(call.statement(), results.get(0).join()));
  }

  /** One write on its way to two tables. */
  private final class BothLegs {
    private final Call call;
    private final List<WritePart> parts;
    private final Instant begun = Instant.now();

    BothLegs(Call call, List<WritePart> parts) {
      this.call = call;
      this.parts = parts;
    }

    CompletionStage<AsyncResultSet> send(
        CompletionStage<List<Statement<?>>> leadStatements,
        CompletionStage<List<Statement<?>>> followStatements) {
      Duration timeout = shorter(options.followTimeout(), Dress.timeout(call));
      CompletableFuture<AsyncResultSet> lead =
          leadStatements
              .thenCompose(list -> WriteExecution.this.send(call, list))
              .toCompletableFuture();
      CompletableFuture<AsyncResultSet> follow =
          followStatements
              .thenCompose(list -> WriteExecution.this.send(call, within(timeout, list)))
              .toCompletableFuture()
              .copy()
              .orTimeout(timeout.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
      CompletableFuture<Throwable> followError =
          follow.handle((result, error) -> error == null ? null : Errors.unwrap(error));
      return lead.handle((result, error) -> new LeadAnswer(result, error))
          .thenCompose(answer -> followError.thenCompose(error -> settle(answer, error)));
    }

    private record LeadAnswer(AsyncResultSet result, Throwable error) {}

    private List<Statement<?>> within(Duration timeout, List<Statement<?>> statements) {
      List<Statement<?>> bounded = new ArrayList<>();
      for (Statement<?> statement : statements) {
        bounded.add(within(timeout, statement));
      }
      return bounded;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // a statement's setters return its own type
    private Statement<?> within(Duration timeout, Statement statement) {
      return (Statement<?>) Dress.within(timeout, statement.setTracing(false), call);
    }

    private CompletionStage<AsyncResultSet> settle(LeadAnswer lead, Throwable followError) {
      Throwable leadError = lead.error() == null ? null : Errors.unwrap(lead.error());
      Settlement settlement = Settlement.of(leadError, followError, acknowledge());
      if (settlement.owed().isEmpty()) {
        return answer(lead.result(), settlement);
      }
      return journal
          .get()
          .record(call, parts, settlement.owed(), begun)
          .handle((done, error) -> error)
          .thenCompose(
              journalError ->
                  journalError == null
                      ? journalled(lead.result(), settlement)
                      : notJournalled(leadError, followError, Errors.unwrap(journalError)));
    }

    private CompletionStage<AsyncResultSet> answer(AsyncResultSet result, Settlement settlement) {
      if (settlement.error().isPresent()) {
        return CompletableFutures.failedFuture(settlement.error().get());
      }
      countWritten(Count.MIRRORED);
      return CompletableFuture.completedFuture(result);
    }

    private CompletionStage<AsyncResultSet> journalled(
        AsyncResultSet result, Settlement settlement) {
      countWritten(Count.JOURNALLED);
      if (settlement.error().isEmpty()) {
        return CompletableFuture.completedFuture(result);
      }
      Throwable error = settlement.error().get();
      boolean leadsOwn = settlement.owed().contains(Role.LEAD);
      return CompletableFutures.failedFuture(
          leadsOwn
              ? error
              : new MirrorFailedException(
                  "Cannot acknowledge the write: migration %s is in phase %s, in which both tables must be written, and the %s was not (%s); write again"
                      .formatted(migrations(), phase(), leadLeg().other(), error.toString()),
                  error));
    }

    /** An entry that may exist does no harm: replaying it repeats the write at its timestamp. */
    private CompletionStage<AsyncResultSet> notJournalled(
        Throwable leadError, Throwable followError, Throwable journalError) {
      if (leadError != null) {
        leadError.addSuppressed(journalError);
        return CompletableFutures.failedFuture(leadError);
      }
      MirrorFailedException failure =
          new MirrorFailedException(
              "Cannot acknowledge the write: the %s was not written (%s) and the journal of migration %s could not be written either (%s); write again"
                  .formatted(
                      leadLeg().other(),
                      String.valueOf(followError),
                      migrations(),
                      journalError.toString()),
              journalError);
      return CompletableFutures.failedFuture(failure);
    }

    private void countWritten(Count how) {
      for (WritePart part : parts) {
        if (part.isMirrored()) {
          String name = part.migration().orElseThrow();
          statistics.add(name, how);
          statistics.add(name, Count.SOURCE_WRITES);
          statistics.add(name, Count.TARGET_WRITES);
        }
      }
    }

    private Leg leadLeg() {
      return mirroredPart().lead();
    }

    private Phase phase() {
      return mirroredPart().phase();
    }

    private Acknowledge acknowledge() {
      boolean strict =
          parts.stream().anyMatch(part -> part.isMirrored() && part.phase().isStrict());
      return strict ? Acknowledge.WHEN_BOTH_WRITTEN : Acknowledge.WHEN_JOURNALLED;
    }

    private WritePart mirroredPart() {
      return parts.stream().filter(WritePart::isMirrored).findFirst().orElseThrow();
    }

    private String migrations() {
      return mirroredPart().migration().orElseThrow();
    }
  }

  private static Duration shorter(Duration left, Duration right) {
    return left.compareTo(right) <= 0 ? left : right;
  }
}
