package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.util.concurrent.CompletableFutures;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.Phase;
import dev.rekey.interceptor.LegStatement.Role;
import dev.rekey.interceptor.Settlement.Acknowledge;
import dev.rekey.interceptor.Settlement.Remedy;
import dev.rekey.interceptor.Statistics.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  private static final int AT_ONCE = 128;

  private final DriverCalls driver;
  private final OwnStatements own;
  private final Supplier<Journal> journal;
  private final Statistics statistics;
  private final RekeyOptions options;
  private final Buckets buckets;

  WriteExecution(
      DriverCalls driver,
      OwnStatements own,
      Buckets buckets,
      Supplier<Journal> journal,
      Statistics statistics,
      RekeyOptions options) {
    this.driver = driver;
    this.own = own;
    this.buckets = buckets;
    this.journal = journal;
    this.statistics = statistics;
    this.options = options;
  }

  CompletionStage<AsyncResultSet> execute(Call call) {
    List<WritePart> parts = WriteParts.of(call);
    return buckets
        .prepare(call, parts)
        .map(ready -> ready.thenCompose(prepared -> execute(call, prepared)))
        .orElseGet(() -> execute(call, parts));
  }

  private CompletionStage<AsyncResultSet> execute(Call call, List<WritePart> parts) {
    Duration followTimeout = shorter(options.followTimeout(), Dress.timeout(call));
    LegStatement statements = new LegStatement(call, own, followTimeout);
    if (!isMirrored(parts)) {
      return send(call, statements.of(parts, Role.LEAD))
          .thenCompose(end -> onlyLeg(call, end))
          .thenApply(result -> counted(parts, result));
    }
    BothLegs legs = new BothLegs(call, parts, statements, followTimeout);
    return mayGoTogether(parts) && LoggedBatch.isAsked(call, parts)
        ? legs.together()
        : legs.apart();
  }

  /** Not where the other table's part is not ready, nor a delete in thousands of buckets. */
  private static boolean mayGoTogether(List<WritePart> parts) {
    for (WritePart part : parts) {
      if (part.indexed().failure().isPresent()
          || part.plan().isPresent() && part.plan().get().needsIndex()) {
        return false;
      }
    }
    return true;
  }

  private static CompletionStage<List<Statement<?>>> follow(
      List<WritePart> parts, LegStatement statements) {
    for (WritePart part : parts) {
      if (part.indexed().failure().isPresent()) {
        return CompletableFutures.failedFuture(part.indexed().failure().get());
      }
    }
    return statements.of(parts, Role.FOLLOW);
  }

  private CompletionStage<AsyncResultSet> onlyLeg(Call call, LegEnd end) {
    return end.error().isPresent()
        ? CompletableFutures.failedFuture(end.error().get())
        : result(call, end.result());
  }

  /** Where there was nothing to write there is no answer either, and an empty one is right. */
  private CompletionStage<AsyncResultSet> result(Call call, Optional<AsyncResultSet> result) {
    return result
        .<CompletionStage<AsyncResultSet>>map(CompletableFuture::completedFuture)
        .orElseGet(() -> new NoRows(driver).answer(call));
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

  /** Sends the statements of one leg at once. Never fails. */
  private CompletionStage<LegEnd> send(Call call, CompletionStage<List<Statement<?>>> statements) {
    return statements
        .handle(
            (list, error) ->
                error == null
                    ? sendAll(call, list)
                    : CompletableFuture.completedFuture(LegEnd.notSent(error)))
        .thenCompose(end -> end)
        .exceptionally(LegEnd::inDoubt);
  }

  private CompletionStage<LegEnd> sendAll(Call call, List<Statement<?>> statements) {
    if (statements.size() == 1) {
      CompletableFuture<AsyncResultSet> only =
          driver.execute(statements.get(0), call.session()).toCompletableFuture();
      return only.handle((rows, error) -> LegEnd.of(call.statement(), List.of(only)));
    }
    List<CompletableFuture<AsyncResultSet>> results = new ArrayList<>();
    return sendSome(call, statements, results)
        .handle((done, error) -> LegEnd.of(call.statement(), results));
  }

  /** A bounded number at a time: a delete may be about thousands of target partitions. */
  private CompletionStage<Void> sendSome(
      Call call, List<Statement<?>> statements, List<CompletableFuture<AsyncResultSet>> results) {
    int from = results.size();
    int to = Math.min(statements.size(), from + AT_ONCE);
    for (Statement<?> statement : statements.subList(from, to)) {
      results.add(driver.execute(statement, call.session()).toCompletableFuture());
    }
    CompletableFuture<Void> some =
        CompletableFuture.allOf(results.subList(from, to).toArray(new CompletableFuture<?>[0]));
    return to == statements.size()
        ? some
        : some.handle((done, error) -> null)
            .thenCompose(done -> sendSome(call, statements, results));
  }

  /** One write on its way to two tables. */
  private final class BothLegs {
    private final Call call;
    private final List<WritePart> parts;
    private final LegStatement statements;
    private final Duration followTimeout;
    private final Instant begun = Instant.now();

    BothLegs(Call call, List<WritePart> parts, LegStatement statements, Duration followTimeout) {
      this.call = call;
      this.parts = parts;
      this.statements = statements;
      this.followTimeout = followTimeout;
    }

    /**
     * As one logged batch. What the server will not take as one, because it is too large or because
     * one table refuses its part, is sent as two requests: the other table must not decide the fate
     * of the leading one.
     */
    CompletionStage<AsyncResultSet> together() {
      return send(call, statements.together(parts).thenApply(List::of))
          .thenCompose(
              end -> {
                if (end.outcome().isSurelyNothing()) {
                  return apart();
                }
                LegEnd told = LoggedBatch.asPlain(end, call, parts);
                return settle(told, told);
              });
    }

    /** As two requests at once. */
    CompletionStage<AsyncResultSet> apart() {
      CompletionStage<List<Statement<?>>> leadStatements = statements.of(parts, Role.LEAD);
      CompletionStage<List<Statement<?>>> followStatements = follow(parts, statements);
      long deadline = System.nanoTime() + followTimeout.plus(GRACE).toNanos();
      CompletionStage<LegEnd> lead = send(call, leadStatements);
      CompletionStage<LegEnd> follow = send(call, followStatements);
      return lead.thenCompose(
          end -> within(deadline, follow).thenCompose(other -> settle(end, other)));
    }

    /** A clock is set only where one is needed: the other leg has mostly answered by now. */
    private CompletionStage<LegEnd> within(long deadline, CompletionStage<LegEnd> follow) {
      CompletableFuture<LegEnd> waited = follow.toCompletableFuture();
      if (waited.isDone()) {
        return waited;
      }
      long left = Math.max(0, deadline - System.nanoTime());
      return waited.copy().orTimeout(left, TimeUnit.NANOSECONDS).exceptionally(LegEnd::inDoubt);
    }

    private CompletionStage<AsyncResultSet> settle(LegEnd lead, LegEnd follow) {
      Settlement settlement = Settlement.of(lead, follow, acknowledge());
      if (settlement.owed().isEmpty()) {
        return answer(lead, settlement);
      }
      if (settlement.remedy() == Remedy.COPY && !parts.stream().allMatch(Journal::isOneRow)) {
        // What a range has taken from one table only cannot be found row by row.
        torn();
        settlement = Settlement.finished(lead, follow);
      }
      return record(lead, follow, settlement);
    }

    private CompletionStage<AsyncResultSet> record(
        LegEnd lead, LegEnd follow, Settlement settlement) {
      return journalling(settlement)
          .handle((done, error) -> error)
          .thenCompose(
              journalError ->
                  journalError == null
                      ? journalled(lead, settlement)
                      : notJournalled(lead, follow, Errors.unwrap(journalError)));
    }

    private CompletionStage<Void> journalling(Settlement settlement) {
      try {
        return journal.get().record(call, parts, settlement, begun);
      } catch (RuntimeException e) {
        return CompletableFutures.failedFuture(e);
      }
    }

    private CompletionStage<AsyncResultSet> answer(LegEnd lead, Settlement settlement) {
      if (settlement.error().isPresent()) {
        return CompletableFutures.failedFuture(settlement.error().get());
      }
      countWritten(Count.MIRRORED);
      return result(call, lead.result());
    }

    private CompletionStage<AsyncResultSet> journalled(LegEnd lead, Settlement settlement) {
      countWritten(Count.JOURNALLED);
      if (settlement.error().isEmpty()) {
        return result(call, lead.result());
      }
      Throwable error = settlement.error().get();
      return CompletableFutures.failedFuture(
          lead.error().isPresent()
              ? error
              : new MirrorFailedException(
                  "Cannot acknowledge the write: migration %s is in phase %s, in which both tables must be written, and the %s was not (%s); write again"
                      .formatted(migrations(), phase(), leadLeg().other(), error.toString()),
                  error));
    }

    /**
     * An entry that may exist does no harm: replaying it repeats the write at its timestamp. If it
     * does not, nobody will ever know that the tables differ, so whatever was found equal before is
     * no evidence any more. That is told with the next renewal of the lease, and at the latest with
     * the acknowledgement of the next epoch: nothing is waited for here.
     */
    private CompletionStage<AsyncResultSet> notJournalled(
        LegEnd lead, LegEnd follow, Throwable journalError) {
      torn();
      if (lead.error().isPresent()) {
        lead.error().get().addSuppressed(journalError);
        return CompletableFutures.failedFuture(lead.error().get());
      }
      MirrorFailedException failure =
          new MirrorFailedException(
              "Cannot acknowledge the write: the %s was not written (%s) and the journal of migration %s could not be written either (%s); write again"
                  .formatted(
                      leadLeg().other(),
                      follow.error().map(Throwable::toString).orElse("no answer"),
                      migrations(),
                      journalError.toString()),
              journalError);
      return CompletableFutures.failedFuture(failure);
    }

    private void torn() {
      for (WritePart part : parts) {
        if (part.isMirrored()) {
          statistics.torn(part.migration().orElseThrow(), part.lead(), Instant.now());
        }
      }
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
      for (WritePart part : parts) {
        if (part.isMirrored() && part.phase().isStrict()) {
          return Acknowledge.WHEN_BOTH_WRITTEN;
        }
      }
      return Acknowledge.WHEN_JOURNALLED;
    }

    private WritePart mirroredPart() {
      return parts.stream().filter(WritePart::isMirrored).findFirst().orElseThrow();
    }

    private String migrations() {
      return mirroredPart().migration().orElseThrow();
    }
  }

  private static boolean isMirrored(List<WritePart> parts) {
    for (WritePart part : parts) {
      if (part.isMirrored()) {
        return true;
      }
    }
    return false;
  }

  private static Duration shorter(Duration left, Duration right) {
    return left.compareTo(right) <= 0 ? left : right;
  }
}
