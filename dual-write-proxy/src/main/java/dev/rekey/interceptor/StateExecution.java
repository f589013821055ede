package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.util.concurrent.CompletableFutures;
import dev.rekey.control.JournalEntry;
import dev.rekey.control.Proof;
import dev.rekey.control.RowState;
import dev.rekey.control.StateCopy;
import dev.rekey.core.state.Leg;
import dev.rekey.interceptor.LegEnd.Outcome;
import dev.rekey.interceptor.LegStatement.Role;
import dev.rekey.interceptor.Statistics.Count;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes a write once, on its home, and makes the rows it changed in the other table what the
 * home shows.
 *
 * <p>Before it is sent, every row is put into the journal. The entry is deleted when the copy was
 * made, or when nothing was written; whatever happens in between, the journal knows of the row, and
 * whoever settles the entry finds out from the home what was decided.
 */
final class StateExecution {
  private static final Logger LOG = LoggerFactory.getLogger(StateExecution.class);

  /** What a test does between the decision and the copy. */
  static volatile Runnable betweenDecisionAndCopy = () -> {};

  private final DriverCalls driver;
  private final OwnStatements own;
  private final CqlSession bypass;
  private final Buckets buckets;
  private final Supplier<Journal> journal;
  private final Statistics statistics;
  private final Duration patience;
  private final Map<String, StateCopy> copies = new ConcurrentHashMap<>();

  StateExecution(
      DriverCalls driver,
      OwnStatements own,
      CqlSession bypass,
      Buckets buckets,
      Supplier<Journal> journal,
      Statistics statistics,
      RekeyOptions options) {
    this.driver = driver;
    this.own = own;
    this.bypass = bypass;
    this.buckets = buckets;
    this.journal = journal;
    this.statistics = statistics;
    this.patience = options.followTimeout();
  }

  CompletionStage<AsyncResultSet> execute(Call call) {
    List<WritePart> parts = WriteParts.of(call);
    List<ChangedRow> rows = ChangedRow.of(call, parts);
    Set<String> held =
        StateWrites.areIn(call.children()) ? StateWrites.held(call) : Set.<String>of();
    if (!held.isEmpty()) {
      throw new HeldException(held);
    }
    return buckets
        .prepare(call, parts)
        .map(ready -> ready.thenCompose(prepared -> execute(call, prepared, rows)))
        .orElseGet(() -> execute(call, parts, rows));
  }

  /** What the source decides is copied, and the copy opens its bucket if it is not open yet. */
  private CompletionStage<AsyncResultSet> execute(
      Call call, List<WritePart> parts, List<ChangedRow> rows) {
    Execution execution = new Execution(call, parts, rows);
    return rows.isEmpty() ? execution.homeOnly() : execution.start();
  }

  private StateCopy copies(WritePart part) {
    return copies.computeIfAbsent(
        part.migration().orElseThrow(),
        name -> new StateCopy(bypass, part.plan().orElseThrow().mapping()));
  }

  /** One write on its way. */
  private final class Execution {
    private final Call call;
    private final List<WritePart> parts;
    private final List<ChangedRow> rows;
    private final List<Intent> intents = new ArrayList<>();

    /** A row with what the home showed of it before, and its place in the journal. */
    private record Intent(ChangedRow row, Proof proof, JournalEntry entry) {}

    Execution(Call call, List<WritePart> parts, List<ChangedRow> rows) {
      this.call = call;
      this.parts = parts;
      this.rows = rows;
    }

    CompletionStage<AsyncResultSet> homeOnly() {
      return send().thenCompose(this::answer);
    }

    CompletionStage<AsyncResultSet> start() {
      return intend()
          .handle((done, error) -> error)
          .thenCompose(error -> error == null ? decide() : notSent(Errors.unwrap(error)));
    }

    /** What is looked at is what the home had before the write; it was there, so it is known. */
    private CompletionStage<Void> intend() {
      List<CompletableFuture<Void>> recorded = new ArrayList<>();
      for (ChangedRow row : rows) {
        CompletionStage<RowState> before =
            row.mayRemove()
                ? copies(row.part()).look(row.home(), row.key())
                : CompletableFuture.completedFuture(null);
        recorded.add(
            before
                .thenCompose(
                    seen -> {
                      Proof proof = row.proof(seen);
                      JournalEntry entry =
                          journal.get().intent(row.part(), row.key(), row.knownMicros(proof));
                      synchronized (intents) {
                        intents.add(new Intent(row, proof, entry));
                      }
                      return journal.get().open(entry);
                    })
                .toCompletableFuture());
      }
      return CompletableFuture.allOf(recorded.toArray(new CompletableFuture<?>[0]));
    }

    private List<Intent> intents() {
      synchronized (intents) {
        return List.copyOf(intents);
      }
    }

    /** Entries that may exist are settled like all others: they find the rows equal. */
    private CompletionStage<AsyncResultSet> notSent(Throwable error) {
      leave(Duration.ZERO);
      return CompletableFutures.failedFuture(
          new MirrorFailedException(
              "Cannot execute the statement: the journal could not be written, or the rows could not be read, before it (%s); it was not sent, execute it again"
                  .formatted(error),
              error));
    }

    private CompletionStage<AsyncResultSet> decide() {
      return send()
          .thenCompose(
              end -> {
                if (end.outcome() != Outcome.WRITTEN) {
                  return failed(end);
                }
                boolean applied =
                    !isConditional()
                        || end.result().map(AsyncResultSet::wasApplied).orElse(Boolean.TRUE);
                return applied ? mirror(end) : notApplied(end);
              });
    }

    private CompletionStage<AsyncResultSet> failed(LegEnd end) {
      if (end.outcome().isSurelyNothing()) {
        clear();
      } else {
        // The servers may go on with it for as long as they may take for any request.
        leave(Dress.timeout(call));
      }
      return CompletableFutures.failedFuture(end.error().orElseThrow());
    }

    private CompletionStage<AsyncResultSet> notApplied(LegEnd end) {
      clear();
      return answer(end);
    }

    private CompletionStage<AsyncResultSet> mirror(LegEnd end) {
      betweenDecisionAndCopy.run();
      CompletableFuture<Boolean> copied = copy().toCompletableFuture();
      return copied
          .copy()
          .completeOnTimeout(false, patience.toMillis(), TimeUnit.MILLISECONDS)
          .thenCompose(
              equal -> {
                for (WritePart part : parts) {
                  if (part.isMirrored()) {
                    String name = part.migration().orElseThrow();
                    statistics.add(name, equal ? Count.MIRRORED : Count.JOURNALLED);
                    statistics.add(name, Count.SOURCE_WRITES);
                    statistics.add(name, Count.TARGET_WRITES);
                  }
                }
                return result(end);
              });
    }

    /** Whether all rows are equal; their entries are deleted then, and left otherwise. */
    private CompletionStage<Boolean> copy() {
      List<CompletableFuture<StateCopy.Outcome>> all = new ArrayList<>();
      for (Intent intent : intents()) {
        all.add(
            copies(intent.row().part())
                .run(intent.row().ruling(intent.proof()))
                .toCompletableFuture());
      }
      return CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]))
          .handle(
              (done, error) -> {
                boolean equal =
                    error == null
                        && all.stream().allMatch(one -> one.join() == StateCopy.Outcome.EQUAL);
                if (equal) {
                  clear();
                } else {
                  if (error != null) {
                    LOG.debug("The copy of a row is left to the journal: {}", error.toString());
                  }
                  leave(Duration.ZERO);
                }
                return equal;
              });
    }

    private void clear() {
      intents().forEach(intent -> journal.get().close(intent.entry()));
    }

    private void leave(Duration wait) {
      intents().forEach(intent -> journal.get().leave(intent.entry(), wait));
    }

    private CompletionStage<AsyncResultSet> answer(LegEnd end) {
      if (end.error().isPresent()) {
        return CompletableFutures.failedFuture(end.error().get());
      }
      for (WritePart part : parts) {
        part.migration()
            .ifPresent(
                name ->
                    statistics.add(
                        name,
                        part.lead() == Leg.SOURCE ? Count.SOURCE_WRITES : Count.TARGET_WRITES));
      }
      return result(end);
    }

    private CompletionStage<AsyncResultSet> result(LegEnd end) {
      if (end.result().isEmpty()) {
        return new NoRows(driver).answer(call);
      }
      AsyncResultSet result = end.result().get();
      WritePart part = parts.stream().filter(p -> p.plan().isPresent()).findFirst().orElseThrow();
      return CompletableFuture.completedFuture(
          isConditional() && part.lead() == Leg.TARGET
              ? AppliedResult.of(call, part.plan().orElseThrow().mapping(), result)
              : result);
    }

    private boolean isConditional() {
      return ChangedRow.isConditional(parts);
    }

    /** Never fails. */
    private CompletionStage<LegEnd> send() {
      return new LegStatement(call, own, patience)
          .of(parts, Role.LEAD)
          .handle(
              (list, error) ->
                  error == null
                      ? sendAll(list)
                      : CompletableFuture.completedFuture(LegEnd.notSent(error)))
          .thenCompose(end -> end)
          .exceptionally(LegEnd::inDoubt);
    }

    /** Never twice: what the driver repeats would append to a list again. */
    private CompletionStage<LegEnd> sendAll(List<Statement<?>> statements) {
      List<CompletableFuture<AsyncResultSet>> results = new ArrayList<>();
      for (Statement<?> statement : statements) {
        results.add(
            driver
                .execute(isConditional() ? statement : once(statement), call.session())
                .toCompletableFuture());
      }
      return CompletableFuture.allOf(results.toArray(new CompletableFuture<?>[0]))
          .handle((done, error) -> LegEnd.of(call.statement(), results));
    }

    @SuppressWarnings("rawtypes") // a statement's setters return its own type
    private Statement<?> once(Statement statement) {
      return (Statement<?>) statement.setIdempotent(false);
    }
  }
}
