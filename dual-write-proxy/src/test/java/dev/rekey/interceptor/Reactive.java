package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Reads a reactive result to its end. */
final class Reactive {
  private Reactive() {}

  static List<Row> rows(Publisher<? extends Row> publisher) throws Exception {
    CompletableFuture<List<Row>> done = new CompletableFuture<>();
    List<Row> rows = new ArrayList<>();
    publisher.subscribe(
        new Subscriber<Row>() {
          @Override
          public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
          }

          @Override
          public void onNext(Row row) {
            rows.add(row);
          }

          @Override
          public void onError(Throwable error) {
            done.completeExceptionally(error);
          }

          @Override
          public void onComplete() {
            done.complete(rows);
          }
        });
    return done.get(60, TimeUnit.SECONDS);
  }
}
