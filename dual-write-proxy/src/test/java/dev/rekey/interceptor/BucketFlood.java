package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.rekey.core.mapping.BucketIndex;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Entries of a bucket index, written past Rekey. */
final class BucketFlood {
  private static final int PER_BATCH = 500;

  private BucketFlood() {}

  static void into(CqlSession plain, BucketIndex index, String sensor, int entries) {
    PreparedStatement insert =
        plain.prepare(
            "INSERT INTO %s (sensor, day) VALUES (?, ?)"
                .formatted(index.buckets().qualifiedName()));
    List<CompletableFuture<AsyncResultSet>> sent = new ArrayList<>();
    for (int from = 0; from < entries; from += PER_BATCH) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int i = from; i < Math.min(entries, from + PER_BATCH); i++) {
        batch.addStatement(insert.bind(sensor, LocalDate.EPOCH.plusDays(i)));
      }
      sent.add(plain.executeAsync(batch.build()).toCompletableFuture());
    }
    CompletableFuture.allOf(sent.toArray(new CompletableFuture<?>[0])).join();
  }
}
