package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The rest of the way of a request; immutable, so that a link may proceed again after a change. */
final class Chain {
  private final List<Interceptor> links;
  private final int position;

  private Chain(List<Interceptor> links, int position) {
    this.links = links;
    this.position = position;
  }

  static Chain of(List<Interceptor> links) {
    return new Chain(List.copyOf(links), 0);
  }

  CompletionStage<AsyncResultSet> proceed(Call call) {
    if (position == links.size()) {
      throw new IllegalStateException(
          "Cannot proceed: the last link, %s, must answer itself"
              .formatted(links.get(position - 1).getClass().getSimpleName()));
    }
    return links.get(position).intercept(call, new Chain(links, position + 1));
  }
}
