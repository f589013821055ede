package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.RefusalCode;
import dev.rekey.cql.route.Routing;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request whose epoch moves while it is under way. */
final class AdmitTest {
  private static final SimpleStatement LWT =
      SimpleStatement.newInstance("INSERT INTO ks.s (k) VALUES (1) IF NOT EXISTS")
          .setKeyspace("ks");

  private static final SimpleStatement PLAIN =
      SimpleStatement.newInstance("INSERT INTO ks.s (k) VALUES (1)").setKeyspace("ks");

  private final FleetFixture fleet = new FleetFixture();
  private final CompletableFuture<AsyncResultSet> onSource = new CompletableFuture<>();
  private int rounds;

  @BeforeEach
  void begin() {
    fleet.publish(Phase.SOURCE, 1);
  }

  @Test
  void whatTheNextPhaseRefusesKeepsTheAnswerOfThisOne() {
    CompletableFuture<AsyncResultSet> answer = execute(PLAIN);
    EpochGate gate = gate();
    fleet.publish(Phase.DUAL, 2);
    onSource.complete(Answers.of(PLAIN, true));

    assertThat(answer.join().wasApplied()).isTrue();
    assertThat(rounds).isEqualTo(2);
    assertThat(gate.isEmpty()).as("it was waited for until now").isTrue();
  }

  @Test
  void theFleetWaitsForItMeanwhile() {
    execute(PLAIN);
    assertThat(gate().isEmpty()).isFalse();
  }

  @Test
  void aProcessThatWasWaitedOutCannotKeepIt() {
    CompletableFuture<AsyncResultSet> answer = execute(PLAIN);
    fleet.state().lease().giveUp();
    fleet.renew();
    fleet.publish(Phase.DUAL, 2);
    onSource.complete(Answers.of(PLAIN, true));
    assertThatThrownBy(answer::join).hasCauseInstanceOf(StatementRefusedException.class);
  }

  @Test
  void whatMayBeExecutedOnceOnlyIsNotExecutedAgain() {
    CompletableFuture<AsyncResultSet> answer = execute(LWT);
    fleet.publish(Phase.DUAL, 2);
    onSource.complete(Answers.of(LWT, true));
    assertThat(answer.join().wasApplied()).isTrue();
    assertThat(rounds).isEqualTo(1);
  }

  @Test
  void ifTheFleetDidNotWaitItsOutcomeIsUnknown() {
    CompletableFuture<AsyncResultSet> answer = execute(LWT);
    fleet.state().lease().giveUp();
    fleet.renew();
    fleet.publish(Phase.DUAL, 2);
    onSource.complete(Answers.of(LWT, true));
    assertThatThrownBy(answer::join)
        .hasCauseInstanceOf(PhaseLeaseExpiredException.class)
        .hasMessageContaining("it may or may not have been executed");
    assertThat(rounds).isEqualTo(1);
  }

  private EpochGate gate() {
    return fleet.state().view().migration(FleetFixture.MIGRATION).orElseThrow().gate();
  }

  /** Executed on the source in phase SOURCE, refused in every other. */
  private CompletableFuture<AsyncResultSet> execute(SimpleStatement statement) {
    Interceptor execution =
        (call, chain) -> {
          rounds++;
          if (Phases.isSource(call.view(), FleetFixture.MIGRATION)) {
            return onSource;
          }
          throw new StatementRefusedException(
              FleetFixture.MIGRATION,
              new Routing.Refused(RefusalCode.UNBOUNDED, "it cannot be mirrored", "do not"));
        };
    Chain chain =
        Chain.of(
            List.of(
                new Understand(
                    new PassThrough((s, session) -> onSource, fleet, (s, x) -> onSource)),
                new Admit(fleet.state(), new Statistics()),
                execution));
    return chain.proceed(Call.of(statement, null, fleet.state().view())).toCompletableFuture();
  }
}
