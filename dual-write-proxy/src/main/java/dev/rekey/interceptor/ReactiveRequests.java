package dev.rekey.interceptor;

import com.datastax.dse.driver.internal.core.cql.reactive.CqlRequestReactiveProcessor;
import com.datastax.dse.driver.internal.core.cql.reactive.DefaultReactiveResultSet;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import com.datastax.oss.driver.internal.core.cql.CqlRequestAsyncProcessor;
import com.datastax.oss.driver.internal.core.session.RequestProcessor;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;

/**
 * The driver's reactive processor on top of ours. A class of its own, loaded only where Reactive
 * Streams is on the class path.
 */
final class ReactiveRequests {

  static final String DRIVERS_OWN =
      "com.datastax.dse.driver.internal.core.cql.reactive.CqlRequestReactiveProcessor";

  private ReactiveRequests() {}

  static RequestProcessor<?, ?> on(CqlRequestAsyncProcessor requests) {
    return new CqlRequestReactiveProcessor(requests);
  }

  /** Whether a reactive result is asked for; asked after all others, which need no such class. */
  static boolean isResult(GenericType<?> resultType) {
    return CqlRequestReactiveProcessor.REACTIVE_RESULT_SET.equals(resultType);
  }

  /**
   * @param first executes the statement, when somebody subscribes
   */
  static Object result(Callable<CompletionStage<AsyncResultSet>> first) {
    return new DefaultReactiveResultSet(first);
  }
}
