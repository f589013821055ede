package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.ReadPlan;
import dev.rekey.interceptor.ShadowReads.Rules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ShadowReadsTest {
  private static final Duration PAUSE = Duration.ofMillis(5);
  private static final Rules RULES = new Rules(1, PAUSE, 4);
  private static final String READ = "SELECT v FROM ks.s WHERE k = 7";

  private final FleetFixture fleet = new FleetFixture();
  private final Statistics statistics = new Statistics();
  private final AtomicInteger asked = new AtomicInteger();
  private ShadowReads shadows;

  @BeforeEach
  void begin() {
    fleet.publish(Phase.DUAL, 1);
    reach(MigrationState.VERIFIED);
    compare(RULES, (leg, number) -> rows("a"));
  }

  @AfterEach
  void end() {
    shadows.stop();
  }

  private void reach(MigrationState state) {
    fleet
        .state()
        .progressed(Map.of(FleetFixture.MIGRATION, new FleetState.Progress(state, Duration.ZERO)));
  }

  /** What a table answers when it is asked for the n-th time. */
  private interface Table {
    CompletionStage<ShadowAnswer> answer(Leg leg, int number);
  }

  private void compare(Rules rules, Table table) {
    AtomicInteger source = new AtomicInteger();
    AtomicInteger target = new AtomicInteger();
    Optional.ofNullable(shadows).ifPresent(ShadowReads::stop);
    shadows =
        new ShadowReads(
            fleet.state(),
            statistics,
            (leg, call, plan) -> {
              asked.incrementAndGet();
              return table.answer(leg, (leg == Leg.SOURCE ? source : target).incrementAndGet());
            },
            rules);
  }

  private void read() {
    read(READ);
  }

  private void read(String text) {
    SimpleStatement statement =
        SimpleStatement.newInstance(text).setConsistencyLevel(ConsistencyLevel.ONE);
    FleetView view = fleet.state().view();
    Understood understood = view.understanding().understand(text, "ks");
    Call call =
        new Call(
            statement,
            null,
            List.of(new Child(0, statement, understood)),
            view,
            new Pinned(Statement.NO_DEFAULT_TIMESTAMP));
    shadows.watch(
        call,
        (ReadPlan) understood.parts().get(0).routing(),
        CompletableFuture.completedFuture(Answers.of(statement, true)));
  }

  private static CompletionStage<ShadowAnswer> rows(String... rows) {
    return CompletableFuture.completedFuture(
        new ShadowAnswer(List.of("v TEXT"), List.of(rows), true));
  }

  private ShadowReadStatistics found() {
    return statistics.snapshot().get(FleetFixture.MIGRATION).shadowReads();
  }

  private void awaitCounted() {
    await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () -> {
              Map<String, MigrationStatistics> all = statistics.snapshot();
              if (all.isEmpty()) {
                return false;
              }
              ShadowReadStatistics found = found();
              return found.compared() + found.mismatched() + found.unresolved() > 0;
            });
  }

  @Test
  void equalAnswersAreCompared() {
    compare(RULES, (leg, number) -> rows("a", "b"));
    read();
    awaitCounted();
    assertThat(found().compared()).isEqualTo(1);
    assertThat(found().mismatched()).isZero();
  }

  @Test
  void aRowThatStaysDifferentCounts() {
    compare(RULES, (leg, number) -> leg == Leg.SOURCE ? rows("a", "b") : rows("a", "c"));
    read();
    awaitCounted();
    assertThat(found().mismatched()).isEqualTo(1);
    assertThat(found().queries().get(0).samples()).containsExactly("missing: b");
    assertThat(statistics.shadowCounters())
        .containsKey("m/shadow_mismatched_at")
        .containsEntry(
            "m/shadow_mismatched/%s SELECT v FROM ks.s WHERE k = ?"
                .formatted(QueryId.of(READ).id()),
            1L);
  }

  @Test
  void anotherOrderCounts() {
    compare(RULES, (leg, number) -> leg == Leg.SOURCE ? rows("a", "b") : rows("b", "a"));
    read();
    awaitCounted();
    assertThat(found().queries().get(0).samples())
        .containsExactly("the same rows in another order");
  }

  /** The write had reached the source when that was read, and the target after that. */
  private static CompletionStage<ShadowAnswer> writtenBetween(Leg leg, int number) {
    return leg == Leg.TARGET && number == 1 ? rows("old") : rows("new");
  }

  @Test
  void aWriteUnderWayDoesNotCount() {
    compare(RULES, ShadowReadsTest::writtenBetween);
    read();
    awaitCounted();
    assertThat(found().compared()).isEqualTo(1);
    assertThat(found().mismatched()).isZero();
  }

  /** The negative control of the test above. */
  @Test
  void withoutASecondLookAWriteUnderWayWouldCount() {
    compare(new Rules(1, PAUSE, 1), ShadowReadsTest::writtenBetween);
    read();
    awaitCounted();
    assertThat(found().mismatched()).isEqualTo(1);
  }

  /** The target is always read before its half of the next write. */
  @Test
  void whatIsWrittenAllTheTimeIsUnresolved() {
    compare(RULES, (leg, number) -> leg == Leg.SOURCE ? rows("v" + number) : rows("w" + number));
    read();
    awaitCounted();
    assertThat(found().unresolved()).isEqualTo(1);
    assertThat(found().mismatched()).isZero();
  }

  @Test
  void aTableThatDoesNotAnswerIsUnresolved() {
    compare(
        RULES,
        (leg, number) -> {
          throw new IllegalStateException("down");
        });
    read();
    awaitCounted();
    assertThat(found().unresolved()).isEqualTo(1);
    assertThat(fleet.state().view().all().get(0).gate().isEmpty()).isTrue();
  }

  @Test
  void whatWaitsTooLongIsDropped() {
    CompletableFuture<ShadowAnswer> never = new CompletableFuture<>();
    compare(RULES, (leg, number) -> never);
    for (int i = 0; i < 100; i++) {
      read();
    }
    assertThat(found().dropped()).isEqualTo(36);
    await().until(() -> asked.get() == 2);
    never.complete(rows("a").toCompletableFuture().join());
    await().until(() -> found().compared() == 64);
  }

  @Test
  void nothingIsComparedBeforeTheTablesAreEqual() {
    compare(RULES, (leg, number) -> rows("a"));
    reach(MigrationState.BACKFILLING);
    read();
    fleet.publish(Phase.DUAL_STRICT, 2);
    reach(MigrationState.VERIFIED);
    read();
    fleet.publish(Phase.DUAL, 3);
    read();
    awaitCounted();
    assertThat(asked).hasValue(2);
    assertThat(found().compared()).isEqualTo(1);
  }

  @Test
  void whatWaitsIsForgottenWhenThePhaseMoves() {
    compare(RULES, (leg, number) -> leg == Leg.SOURCE ? rows("a") : rows("b"));
    read();
    await().until(() -> asked.get() >= 3);
    fleet.publish(Phase.SOURCE, 2);
    int before = asked.get();
    await().during(PAUSE.multipliedBy(10)).until(() -> asked.get() <= before + 1);
    assertThat(fleet.state().view().all().get(0).gate().isEmpty()).isTrue();
  }

  @Test
  void aTimeToLiveIsNotCompared() {
    compare(RULES, (leg, number) -> rows("a"));
    read("SELECT ttl(v) FROM ks.s WHERE k = 7");
    read("SELECT writetime(v) FROM ks.s WHERE k = 7");
    awaitCounted();
    assertThat(asked).hasValue(2);
  }

  @Test
  void oneQueryHasOneNameWhateverItsValues() {
    QueryId id = QueryId.of("SELECT v FROM s\n WHERE k = 'it''s' AND n IN (1, -2.5e3) LIMIT 10");
    assertThat(id).isEqualTo(QueryId.of("SELECT v FROM s WHERE k = 'x' AND n IN (7, 8) LIMIT 3"));
    assertThat(id.text()).isEqualTo("SELECT v FROM s WHERE k = ? AND n IN (?, ?) LIMIT ?");
    assertThat(QueryId.of("SELECT v2 FROM s WHERE k = :name").text())
        .isEqualTo("SELECT v2 FROM s WHERE k = ?");
  }
}
