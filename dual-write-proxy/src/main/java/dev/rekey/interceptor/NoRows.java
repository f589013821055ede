package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.internal.core.cql.EmptyColumnDefinitions;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The answer to a write about no row at all, such as {@code IN ?} with an empty list. The server
 * accepts it on the source; of the target there is no partition to ask, so a node is asked for
 * nothing, which gives the answer its coordinator.
 */
final class NoRows {
  private static final SimpleStatement NOTHING =
      SimpleStatement.newInstance("SELECT key FROM system.local WHERE key = 'local'")
          .setConsistencyLevel(ConsistencyLevel.ONE)
          .setIdempotent(true);

  private final DriverCalls driver;

  NoRows(DriverCalls driver) {
    this.driver = driver;
  }

  CompletionStage<AsyncResultSet> answer(Call call) {
    return driver
        .execute(NOTHING.setTimeout(call.statement().getTimeout()), call.session())
        .thenApply(
            result ->
                new PagedResult(
                    EmptyColumnDefinitions.INSTANCE,
                    new MaskedExecutionInfo(result.getExecutionInfo(), call.statement()),
                    List.of(),
                    call.session()));
  }
}
