package dev.rekey.interceptor;

import com.datastax.oss.driver.internal.core.cql.CqlPrepareAsyncProcessor;
import com.datastax.oss.driver.internal.core.cql.CqlPrepareSyncProcessor;
import com.datastax.oss.driver.internal.core.cql.CqlRequestAsyncProcessor;
import com.datastax.oss.driver.internal.core.cql.CqlRequestSyncProcessor;
import com.datastax.oss.driver.internal.core.session.RequestProcessor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Replaces the driver's processors for statements and PREPAREs by ours, keeping their order and
 * every other processor. A driver whose list looks different is refused: half an interceptor would
 * lose writes silently.
 */
final class Processors {

  private Processors() {}

  static RequestProcessor<?, ?>[] replace(
      List<RequestProcessor<?, ?>> driversOwn,
      InterceptedRequests requests,
      InterceptedPrepares prepares) {
    List<RequestProcessor<?, ?>> replaced = new ArrayList<>();
    Set<String> missing =
        new HashSet<>(
            Set.of(
                CqlRequestAsyncProcessor.class.getName(),
                CqlRequestSyncProcessor.class.getName(),
                CqlPrepareAsyncProcessor.class.getName(),
                CqlPrepareSyncProcessor.class.getName()));
    for (RequestProcessor<?, ?> processor : driversOwn) {
      missing.remove(processor.getClass().getName());
      replaced.add(ours(processor, requests, prepares));
    }
    if (!missing.isEmpty()) {
      throw new IllegalStateException(Misfit.message("it does not use " + new TreeSet<>(missing)));
    }
    return replaced.toArray(new RequestProcessor<?, ?>[0]);
  }

  private static RequestProcessor<?, ?> ours(
      RequestProcessor<?, ?> processor,
      InterceptedRequests requests,
      InterceptedPrepares prepares) {
    String name = processor.getClass().getName();
    if (name.equals(CqlRequestAsyncProcessor.class.getName())) {
      return requests;
    }
    if (name.equals(CqlRequestSyncProcessor.class.getName())) {
      return new CqlRequestSyncProcessor(requests);
    }
    if (name.equals(CqlPrepareAsyncProcessor.class.getName())) {
      return prepares;
    }
    if (name.equals(CqlPrepareSyncProcessor.class.getName())) {
      return new CqlPrepareSyncProcessor(prepares);
    }
    if (name.equals(ReactiveRequests.DRIVERS_OWN)) {
      return ReactiveRequests.on(requests);
    }
    return processor;
  }
}
