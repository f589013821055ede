package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Fills a table through the interceptor, so that source and target hold the same rows. */
final class RandomWrites {
  private static final int AT_ONCE = 32;
  private static final long FIRST_TIMESTAMP = 1_700_000_000_000_000L;

  private final RandomTable table;
  private final Random random;

  RandomWrites(RandomTable table, long seed) {
    this.table = table;
    this.random = new Random(seed);
  }

  void write(CqlSession application, int statements) throws Exception {
    List<CompletableFuture<AsyncResultSet>> sent = new ArrayList<>();
    for (int i = 0; i < statements; i++) {
      sent.add(application.executeAsync(statement(i)).toCompletableFuture());
      if (sent.size() == AT_ONCE) {
        awaitAll(sent);
      }
    }
    awaitAll(sent);
    assertThat(table.rekeying().sourceCells()).hasSizeGreaterThan(statements / 3);
    // Lives are read to the minute, which may begin between the two reads.
    await().atMost(Duration.ofSeconds(30)).untilAsserted(table.rekeying()::assertTablesEqual);
  }

  private static void awaitAll(List<CompletableFuture<AsyncResultSet>> sent) throws Exception {
    for (CompletableFuture<AsyncResultSet> one : sent) {
      one.get(60, TimeUnit.SECONDS);
    }
    sent.clear();
  }

  private SimpleStatement statement(int number) {
    long timestamp = FIRST_TIMESTAMP + number;
    return switch (random.nextInt(8)) {
      case 0 -> update(timestamp);
      case 1 -> delete(timestamp);
      default -> insert(timestamp);
    };
  }

  private SimpleStatement insert(long timestamp) {
    List<Column> columns = new ArrayList<>(table.key());
    table.source().regulars().stream().filter(c -> random.nextInt(3) > 0).forEach(columns::add);
    return SimpleStatement.newInstance(
        "INSERT INTO %s (%s) VALUES (%s) USING TIMESTAMP %d%s"
            .formatted(
                table.rekeying().source(),
                RandomTable.names(columns),
                columns.stream().map(column -> "?").collect(Collectors.joining(", ")),
                timestamp,
                random.nextInt(4) == 0 ? " AND TTL " + (100_000 + random.nextInt(5) * 1_000) : ""),
        columns.stream().map(column -> RandomTable.value(column, random)).toArray());
  }

  private SimpleStatement update(long timestamp) {
    List<Object> values = new ArrayList<>();
    values.add(random.nextInt(3) == 0 ? null : random.nextInt(50) / 2.0);
    return full("UPDATE %s USING TIMESTAMP " + timestamp + " SET value = ? WHERE %s", values);
  }

  private SimpleStatement delete(long timestamp) {
    String what = random.nextBoolean() ? "" : "\"Note\" ";
    return full(
        "DELETE " + what + "FROM %s USING TIMESTAMP " + timestamp + " WHERE %s", new ArrayList<>());
  }

  private SimpleStatement full(String cql, List<Object> values) {
    table.key().forEach(column -> values.add(RandomTable.value(column, random)));
    String where =
        table.key().stream()
            .filter(column -> column.kind() != ColumnKind.REGULAR)
            .map(column -> column.cql() + " = ?")
            .collect(Collectors.joining(" AND "));
    return SimpleStatement.newInstance(
        cql.formatted(table.rekeying().source(), where), values.toArray());
  }
}
