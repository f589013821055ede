package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import dev.rekey.interceptor.LegEnd.Outcome;
import java.lang.reflect.Proxy;
import java.util.AbstractMap.SimpleEntry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class LegEndTest {
  private static final SimpleStatement STATEMENT = SimpleStatement.newInstance("x");

  private final UnavailableException unavailable =
      new UnavailableException(null, ConsistencyLevel.QUORUM, 2, 1);
  private final InvalidQueryException invalid = new InvalidQueryException(null, "no such column");
  private final DriverTimeoutException late = new DriverTimeoutException("late");

  @Test
  void aLegOfSeveralStatementsIsUnwrittenOnlyIfEveryOneIs() {
    assertThat(end(unavailable, unavailable).outcome()).isEqualTo(Outcome.NOT_WRITTEN);
    assertThat(end(invalid, invalid).outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(end(invalid, unavailable).outcome()).isEqualTo(Outcome.NOT_WRITTEN);

    assertThat(end(unavailable, null).outcome())
        .as("the other statement was written")
        .isEqualTo(Outcome.IN_DOUBT);
    assertThat(end(null, invalid).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(end(unavailable, late).outcome()).isEqualTo(Outcome.IN_DOUBT);
  }

  @Test
  void theApplicationIsToldOfTheErrorThatLeavesTheDoubt() {
    assertThat(end(unavailable, late).error()).contains(late);
    assertThat(end(unavailable, null).error()).contains(unavailable);
  }

  @Test
  void nothingToWriteIsWritten() {
    LegEnd nothing = LegEnd.of(STATEMENT, List.of());
    assertThat(nothing.outcome()).isEqualTo(Outcome.WRITTEN);
    assertThat(nothing.result()).isEmpty();
  }

  @Test
  void anEarlierAttemptOfTheDriverMayHaveWritten() {
    assertThat(Errors.provesNothingWritten(unavailable)).isTrue();
    unavailable.setExecutionInfo(info(List.of(attempt(unavailable)), 0));
    assertThat(Errors.provesNothingWritten(unavailable)).isTrue();
    unavailable.setExecutionInfo(info(List.of(attempt(late)), 0));
    assertThat(Errors.provesNothingWritten(unavailable)).isFalse();
    unavailable.setExecutionInfo(info(List.of(), 1));
    assertThat(Errors.provesNothingWritten(unavailable)).as("one beside it").isFalse();
  }

  private static LegEnd end(Throwable... errors) {
    return LegEnd.of(STATEMENT, Stream.of(errors).map(LegEndTest::result).toList());
  }

  private static CompletableFuture<AsyncResultSet> result(Throwable error) {
    return error == null
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(error);
  }

  private static Map.Entry<Node, Throwable> attempt(Throwable error) {
    return new SimpleEntry<>(null, error);
  }

  private static ExecutionInfo info(List<Map.Entry<Node, Throwable>> errors, int speculative) {
    return (ExecutionInfo)
        Proxy.newProxyInstance(
            ExecutionInfo.class.getClassLoader(),
            new Class<?>[] {ExecutionInfo.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getErrors" -> errors;
                  case "getSpeculativeExecutionCount" -> speculative;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
