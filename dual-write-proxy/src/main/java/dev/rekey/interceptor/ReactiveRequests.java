package dev.rekey.interceptor;

import com.datastax.dse.driver.internal.core.cql.reactive.CqlRequestReactiveProcessor;
import com.datastax.oss.driver.internal.core.cql.CqlRequestAsyncProcessor;
import com.datastax.oss.driver.internal.core.session.RequestProcessor;

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
}
