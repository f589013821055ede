package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.rekey.control.Publication;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.RefusalCode;
import dev.rekey.cql.route.Routing;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class PassThroughTest {
  private static final SimpleStatement WRITE =
      SimpleStatement.newInstance("INSERT INTO ks.s (k, v) VALUES (1, 'x')").setKeyspace("ks");
  private static final SimpleStatement OTHER =
      SimpleStatement.newInstance("INSERT INTO ks.other (k, v) VALUES (1, 'x')").setKeyspace("ks");

  private final FleetFixture fleet = new FleetFixture();
  private final List<Statement<?>> sent = new ArrayList<>();
  private final List<Statement<?>> again = new ArrayList<>();
  private final CompletableFuture<AsyncResultSet> first = new CompletableFuture<>();
  private final CompletableFuture<AsyncResultSet> second = new CompletableFuture<>();
  private final PassThrough passing =
      new PassThrough(
          (statement, session) -> {
            sent.add(statement);
            return first;
          },
          fleet,
          (statement, session) -> {
            again.add(statement);
            return second;
          });

  /** Frozen from before the migration began until after its reads were switched. */
  @Test
  void aProcessThatWasWaitedOutDoesNotAcknowledgeAWriteToTheSourceAlone() {
    CompletableFuture<AsyncResultSet> answer = execute(WRITE);
    fleet.lapse();
    first.complete(Answers.of(WRITE, true));
    assertThat(answer).as("what it knows is old").isNotDone();

    fleet.publish(Phase.DUAL_READ_TARGET, 7);
    fleet.answerLook();
    assertThat(again).hasSize(1);
    assertThat(again.get(0).getQueryTimestamp())
        .isEqualTo(sent.get(0).getQueryTimestamp())
        .isNotEqualTo(Statement.NO_DEFAULT_TIMESTAMP);
    assertThat(answer).isNotDone();
    second.complete(Answers.of(WRITE, true));
    assertThat(answer).isCompleted();
    assertThat(answer.join().getExecutionInfo().getRequest()).isSameAs(WRITE);
  }

  @Test
  void withoutAFreshLookNothingIsAcknowledged() {
    CompletableFuture<AsyncResultSet> answer = execute(WRITE);
    fleet.lapse();
    first.complete(Answers.of(WRITE, true));
    fleet.failLook(new IllegalStateException("no node"));
    assertThatThrownBy(answer::join)
        .hasCauseInstanceOf(PhaseLeaseExpiredException.class)
        .hasMessageContaining("no node");
  }

  @Test
  void anErrorThatLeavesTheOutcomeOpenIsNotHeldUp() {
    CompletableFuture<AsyncResultSet> answer = execute(WRITE);
    fleet.lapse();
    first.completeExceptionally(new DriverTimeoutException("late"));
    assertThat(answer).isCompletedExceptionally();
    assertThat(fleet.looks()).isZero();
  }

  @Test
  void otherTablesGoOnAfterTheLook() {
    CompletableFuture<AsyncResultSet> answer = execute(OTHER);
    fleet.lapse();
    fleet.publish(Phase.DUAL_READ_TARGET, 7);
    first.complete(Answers.of(OTHER, true));
    fleet.answerLook();
    assertThat(answer).isCompleted();
    assertThat(again).isEmpty();
  }

  @Test
  void withAValidLeaseNobodyWaits() {
    CompletableFuture<AsyncResultSet> answer = execute(WRITE);
    first.complete(Answers.of(WRITE, true));
    assertThat(answer).isCompleted();
    assertThat(fleet.looks()).isZero();
  }

  @Test
  void withoutAControlKeyspaceNothingChanges() {
    fleet.forgetControlKeyspace();
    CompletableFuture<AsyncResultSet> answer = execute(WRITE);
    fleet.lapse();
    first.complete(Answers.of(WRITE, true));
    assertThat(answer).isCompleted();
    assertThat(sent.get(0)).isSameAs(WRITE);
    assertThat(fleet.looks()).isZero();
  }

  @Test
  void aReadIsSentAsItIs() {
    SimpleStatement read = SimpleStatement.newInstance("SELECT * FROM ks.s");
    execute(read);
    assertThat(sent.get(0)).isSameAs(read);
  }

  @Test
  void anExplicitTimestampStays() {
    SimpleStatement explicit = WRITE.setQueryTimestamp(5);
    execute(explicit);
    assertThat(sent.get(0)).isSameAs(explicit);
  }

  @Test
  void whatTheDualPhaseRefusesKeepsItsFirstAnswerWhileTheFleetWaitsForIt() {
    CompletableFuture<AsyncResultSet> answer = execute(WRITE);
    fleet.publish(Phase.DUAL, 2);
    first.complete(Answers.of(WRITE, true));
    second.completeExceptionally(refused());
    assertThat(answer.join().wasApplied()).isTrue();
  }

  @Test
  void afterTheFenceItsOutcomeIsUnknown() {
    CompletableFuture<AsyncResultSet> answer = execute(WRITE);
    fleet.publish(new Publication(Phase.DUAL, 3, OptionalLong.of(99)));
    first.complete(Answers.of(WRITE, true));
    second.completeExceptionally(refused());
    assertThatThrownBy(answer::join).hasCauseInstanceOf(PhaseLeaseExpiredException.class);
  }

  @Test
  void afterALongPauseItsOutcomeIsUnknown() {
    fleet.makeEveryRequestTooLong();
    CompletableFuture<AsyncResultSet> answer = execute(WRITE);
    fleet.publish(Phase.DUAL, 2);
    first.complete(Answers.of(WRITE, true));
    second.completeExceptionally(refused());
    assertThatThrownBy(answer::join).hasCauseInstanceOf(PhaseLeaseExpiredException.class);
  }

  @Test
  void inTheSourcePhaseNothingIsExecutedTwice() {
    CompletableFuture<AsyncResultSet> answer = execute(WRITE);
    fleet.publish(Phase.SOURCE, 1);
    first.complete(Answers.of(WRITE, true));
    assertThat(answer).isCompleted();
    assertThat(again).isEmpty();
  }

  private CompletableFuture<AsyncResultSet> execute(SimpleStatement statement) {
    return passing.execute(statement, null, fleet.state().view()).toCompletableFuture();
  }

  private static StatementRefusedException refused() {
    return new StatementRefusedException(
        FleetFixture.MIGRATION, new Routing.Refused(RefusalCode.UNBOUNDED, "it cannot", "do not"));
  }
}
