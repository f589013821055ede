package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.rekey.core.state.Leg;
import dev.rekey.cql.Batch;
import dev.rekey.cql.route.BoundCql;
import dev.rekey.cql.route.Routing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Puts together what is sent to one table: the application's statement itself wherever it can be.
 */
final class LegStatement {
  private final Call call;
  private final OwnStatements own;
  private final long timestamp;
  private final Duration followTimeout;

  /**
   * @param followTimeout how long the driver may try to write the other table
   */
  LegStatement(Call call, OwnStatements own, Duration followTimeout) {
    this.call = call;
    this.own = own;
    this.timestamp = timestamp(call);
    this.followTimeout = followTimeout;
  }

  /** Which leg of each part this is. */
  enum Role {
    LEAD,
    FOLLOW;

    Leg of(WritePart part) {
      return this == LEAD ? part.lead() : part.lead().other();
    }
  }

  /**
   * The statements of one leg, all with the request's one timestamp: one, or several where a single
   * statement becomes several target partitions.
   */
  CompletionStage<List<Statement<?>>> of(List<WritePart> parts, Role role) {
    if (isBatch()) {
      return batch(parts, role);
    }
    WritePart only = parts.get(0);
    if (only.isAsWritten(role.of(only))) {
      return CompletableFuture.completedFuture(List.of(dressed(call.statement(), role)));
    }
    return own(only, role)
        .thenApply(
            statements -> {
              List<Statement<?>> dressed = new ArrayList<>(statements.size());
              for (BatchableStatement<?> statement : statements) {
                dressed.add(dressed(statement, role));
              }
              return dressed;
            });
  }

  private boolean isBatch() {
    return call.statement() instanceof BatchStatement || textBatch().isPresent();
  }

  private Optional<Routing.BatchPlan> textBatch() {
    return textBatch(call);
  }

  private static Optional<Routing.BatchPlan> textBatch(Call call) {
    return call.children().size() == 1
        ? call.children().get(0).understood().batch()
        : Optional.empty();
  }

  private CompletionStage<List<Statement<?>>> batch(List<WritePart> parts, Role role) {
    boolean asWritten =
        role == Role.LEAD && parts.stream().allMatch(part -> part.isAsWritten(role.of(part)));
    if (asWritten) {
      return CompletableFuture.completedFuture(List.of(dressed(call.statement(), role)));
    }
    CompletionStage<List<BatchableStatement<?>>> children =
        CompletableFuture.completedFuture(new ArrayList<>());
    for (WritePart part : parts) {
      if (role == Role.LEAD || part.isMirrored()) {
        children = children.thenCombine(child(part, role), LegStatement::joined);
      }
    }
    return children.thenApply(
        statements ->
            statements.isEmpty() // A delete in buckets of which there are none yet.
                ? List.of()
                : List.of(
                    dressed(
                        BatchStatement.newInstance(type(), statements).setKeyspace(keyspace()),
                        role)));
  }

  /** Both legs as one logged batch, which the server finishes once its batch log has it. */
  CompletionStage<Statement<?>> together(List<WritePart> parts) {
    CompletionStage<List<BatchableStatement<?>>> children =
        CompletableFuture.completedFuture(new ArrayList<>());
    for (Role role : Role.values()) {
      for (WritePart part : parts) {
        if (role == Role.LEAD || part.isMirrored()) {
          children = children.thenCombine(child(part, role), LegStatement::joined);
        }
      }
    }
    return children.thenApply(
        statements ->
            Dress.together(
                BatchStatement.newInstance(DefaultBatchType.LOGGED, statements)
                    .setKeyspace(keyspace()),
                call,
                timestamp));
  }

  private static List<BatchableStatement<?>> joined(
      List<BatchableStatement<?>> left, List<? extends BatchableStatement<?>> right) {
    left.addAll(right);
    return left;
  }

  private CompletionStage<List<BatchableStatement<?>>> child(WritePart part, Role role) {
    boolean ownText = textBatch().isPresent() || hasNames(part.application());
    if (part.isAsWritten(role.of(part)) && !ownText) {
      return CompletableFuture.completedFuture(List.of(part.application()));
    }
    return own(part, role);
  }

  /** No batch takes values by name. */
  private static boolean hasNames(BatchableStatement<?> application) {
    return application instanceof SimpleStatement simple && !simple.getNamedValues().isEmpty();
  }

  private CompletionStage<List<BatchableStatement<?>>> own(WritePart part, Role role) {
    OwnStatements.Form form =
        part.plan().isEmpty()
            ? OwnStatements.Form.SIMPLE
            : OwnStatements.formOf(part.application());
    List<BoundCql> all = part.cql(role.of(part));
    if (all.size() == 1) {
      return own.of(all.get(0), form, call.session()).thenApply(List::of);
    }
    CompletionStage<List<BatchableStatement<?>>> statements =
        CompletableFuture.completedFuture(new ArrayList<>());
    for (BoundCql cql : all) {
      statements =
          statements.thenCombine(
              own.of(cql, form, call.session()),
              (list, statement) -> {
                list.add(statement);
                return list;
              });
    }
    return statements;
  }

  private BatchType type() {
    if (call.statement() instanceof BatchStatement batch) {
      return batch.getBatchType();
    }
    return textBatch().orElseThrow().kind() == Batch.Kind.UNLOGGED
        ? DefaultBatchType.UNLOGGED
        : DefaultBatchType.LOGGED;
  }

  private CqlIdentifier keyspace() {
    return call.statement().getKeyspace();
  }

  private Statement<?> dressed(Statement<?> statement, Role role) {
    return role == Role.LEAD
        ? Dress.lead(statement, call, timestamp)
        : Dress.follow(statement, call, timestamp, followTimeout);
  }

  /**
   * The one timestamp of everything the request writes, now and when it is replayed. A timestamp
   * written into the BATCH itself wins over everything.
   */
  static long timestamp(Call call) {
    OptionalLong written =
        textBatch(call)
            .map(
                batch ->
                    batch.timestamp(
                        new AppBindings(
                            call,
                            call.children().get(0).statement(),
                            0,
                            call.children().get(0).understood().markerNames())))
            .orElse(OptionalLong.empty());
    return written.orElse(call.pinned().timestamp());
  }
}
