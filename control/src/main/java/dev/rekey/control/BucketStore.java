package dev.rekey.control;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.ListedDelete;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.mapping.TooManyBucketsException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The two tables of a {@link BucketIndex}, and the two orders of steps that keep a delete of many
 * buckets and the opening of a new one from missing each other: {@link #open} writes the bucket's
 * entry and then reads the noted deletes, {@link #delete} notes the delete and then reads the
 * entries. Both write and read at QUORUM, so at least one of the two sees the other, and since
 * every delete keeps its own timestamp it does not matter which, nor how often it is executed.
 *
 * <p>Asynchronous throughout, and never waits. The session must reach the tables directly.
 */
public final class BucketStore {
  /** More buckets than this in one partition of the source are not listed. */
  public static final int MOST_BUCKETS = 10_000;

  /** The same version of an entry whoever writes it, so that replicas never differ in it. */
  private static final long ENTRY_MICROS = 1;

  private static final int ENTRIES_PER_PAGE = 2_000;
  private static final int DELETES_PER_PAGE = 100;
  private static final int MOST_DELETE_PAGES = 1_000;
  private static final int AT_ONCE = 64;
  private static final int MOST_PREPARED = 1_000;

  private final CqlSession session;
  private final BucketIndex index;
  private final Map<String, CompletionStage<PreparedStatement>> prepared =
      new ConcurrentHashMap<>();

  /**
   * @throws IllegalStateException if the mapping has no bucket index
   */
  public BucketStore(CqlSession session, KeyMapping mapping) {
    this.session = session;
    this.index =
        mapping
            .index()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "Cannot use the bucket index of %s: it was created without one"
                            .formatted(mapping.migration())));
  }

  /**
   * Opens a bucket: when this is complete its entry is durable, and every delete that was noted
   * before has been executed in it, so that its first row may be written.
   *
   * @param level at least QUORUM
   */
  public CompletionStage<Void> open(BucketIndex.Entry entry, ConsistencyLevel level) {
    return write(entry, level).thenCompose(written -> applyDeletes(entry, Optional.empty(), 1));
  }

  /** The same at QUORUM. */
  public CompletionStage<Void> open(BucketIndex.Entry entry) {
    return open(entry, QUORUM);
  }

  /** Whether a bucket has been opened. */
  public CompletionStage<Boolean> isOpen(BucketIndex.Entry entry) {
    List<Column> key = index.buckets().primaryKey();
    List<ByteBuffer> values = new ArrayList<>(entry.partition());
    values.addAll(entry.bucket());
    return bind(
            "SELECT %s FROM %s WHERE %s"
                .formatted(names(key), index.buckets().qualifiedName(), equalities(key)),
            values)
        .thenCompose(session::executeAsync)
        .thenApply(rows -> rows.one() != null);
  }

  /**
   * The buckets of one partition of the source, in the order of its rows.
   *
   * @param low the least value of the first bucket column, included; empty for no bound
   * @param high the greatest, included
   * @param most more of them fail the result with {@link TooManyBucketsException}
   */
  public CompletionStage<List<List<ByteBuffer>>> buckets(
      List<ByteBuffer> partition, Optional<ByteBuffer> low, Optional<ByteBuffer> high, int most) {
    String first = index.bucketColumns().get(0).cql();
    List<ByteBuffer> values = new ArrayList<>(partition);
    low.ifPresent(values::add);
    high.ifPresent(values::add);
    String cql =
        "SELECT %s FROM %s WHERE %s%s%s LIMIT %d"
            .formatted(
                names(index.bucketColumns()),
                index.buckets().qualifiedName(),
                equalities(index.buckets().partitionKey()),
                low.isPresent() ? " AND " + first + " >= ?" : "",
                high.isPresent() ? " AND " + first + " <= ?" : "",
                most + 1);
    List<List<ByteBuffer>> found = new ArrayList<>();
    int columns = index.bucketColumns().size();
    return bind(cql, values)
        .thenCompose(
            statement ->
                pages(
                    statement.setPageSize(ENTRIES_PER_PAGE),
                    most / ENTRIES_PER_PAGE + 2,
                    row -> found.add(values(row, columns))))
        .thenApply(
            read -> {
              if (found.size() > most) {
                throw new TooManyBucketsException(
                    index.buckets().qualifiedName(), found.size(), most);
              }
              return found;
            });
  }

  /**
   * Waits for one of these, on a thread that may.
   *
   * @throws DriverException if the server or the driver refused it
   * @throws IllegalStateException if it failed otherwise
   */
  public static <T> T await(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof DriverException driver) {
        throw driver;
      }
      throw new IllegalStateException(cause.getMessage(), cause);
    }
  }

  /** Notes a delete for the buckets of a partition that will be opened from now on. */
  public CompletionStage<Void> note(List<ByteBuffer> partition, ListedDelete delete, long micros) {
    List<Column> key = index.deletes().primaryKey();
    String cql =
        "INSERT INTO %s (%s, %s, %s, %s) VALUES (%s, ?, ?, ?)"
            .formatted(
                index.deletes().qualifiedName(),
                names(key),
                BucketIndex.DELETE_MICROS,
                BucketIndex.DELETE_CQL,
                BucketIndex.DELETE_VALUES,
                markers(key.size()));
    List<ByteBuffer> values = new ArrayList<>(partition);
    values.add(uuid());
    values.add(ByteBuffer.allocate(Long.BYTES).putLong(0, micros));
    values.add(ByteBuffer.wrap(delete.cql().getBytes(StandardCharsets.UTF_8)));
    values.add(delete.encodedSlots());
    return bind(cql, values).thenCompose(session::executeAsync).thenApply(done -> null);
  }

  /**
   * Deletes in every bucket of a partition, those that are opened later included.
   *
   * @param micros the delete's timestamp, unless its text has one
   */
  public CompletionStage<Void> delete(
      List<ByteBuffer> partition, ListedDelete delete, long micros) {
    return note(partition, delete, micros)
        .thenCompose(noted -> buckets(partition, Optional.empty(), Optional.empty(), MOST_BUCKETS))
        .thenCompose(buckets -> deleteIn(buckets, 0, delete, micros));
  }

  /** So many at a time. */
  private CompletionStage<Void> deleteIn(
      List<List<ByteBuffer>> buckets, int from, ListedDelete delete, long micros) {
    int to = Math.min(buckets.size(), from + AT_ONCE);
    CompletionStage<Void> some =
        all(buckets.subList(from, to).stream().map(b -> execute(delete, b, micros)).toList());
    return to == buckets.size()
        ? some
        : some.thenCompose(done -> deleteIn(buckets, to, delete, micros));
  }

  private CompletionStage<Void> write(BucketIndex.Entry entry, ConsistencyLevel level) {
    List<Column> key = index.buckets().primaryKey();
    String cql =
        "INSERT INTO %s (%s) VALUES (%s)"
            .formatted(index.buckets().qualifiedName(), names(key), markers(key.size()));
    List<ByteBuffer> values = new ArrayList<>(entry.partition());
    values.addAll(entry.bucket());
    return bind(cql, values)
        .thenCompose(
            statement ->
                session.executeAsync(
                    statement.setQueryTimestamp(ENTRY_MICROS).setConsistencyLevel(level)))
        .thenApply(done -> null);
  }

  private CompletionStage<Void> applyDeletes(
      BucketIndex.Entry entry, Optional<ByteBuffer> state, int page) {
    TableShape deletes = index.deletes();
    String cql =
        "SELECT %s, %s, %s FROM %s WHERE %s"
            .formatted(
                BucketIndex.DELETE_MICROS,
                BucketIndex.DELETE_CQL,
                BucketIndex.DELETE_VALUES,
                deletes.qualifiedName(),
                equalities(deletes.partitionKey()));
    return bind(cql, entry.partition())
        .thenCompose(
            statement ->
                session.executeAsync(
                    statement.setPageSize(DELETES_PER_PAGE).copy(state.orElse(null))))
        .thenCompose(rows -> applied(entry, rows).thenCompose(done -> rest(entry, rows, page)));
  }

  private CompletionStage<Void> applied(BucketIndex.Entry entry, AsyncResultSet rows) {
    List<CompletionStage<Void>> executed = new ArrayList<>();
    for (Row row : rows.currentPage()) {
      ByteBuffer slots = row.getByteBuffer(2);
      String cql = row.getString(1);
      if (slots != null && cql != null) {
        executed.add(execute(ListedDelete.decode(cql, slots), entry.bucket(), row.getLong(0)));
      }
    }
    return all(executed);
  }

  private CompletionStage<Void> rest(BucketIndex.Entry entry, AsyncResultSet rows, int page) {
    ByteBuffer state = rows.getExecutionInfo().getPagingState();
    if (state == null) {
      return CompletableFuture.completedFuture(null);
    }
    return page < MOST_DELETE_PAGES
        ? applyDeletes(entry, Optional.of(state), page + 1)
        : CompletableFuture.failedFuture(
            new IllegalStateException(
                "Cannot open a bucket: %s has more than %d deletes of its partition"
                    .formatted(
                        index.deletes().qualifiedName(), DELETES_PER_PAGE * MOST_DELETE_PAGES)));
  }

  private CompletionStage<Void> execute(ListedDelete delete, List<ByteBuffer> bucket, long micros) {
    Map<String, ByteBuffer> byName = new HashMap<>();
    for (int i = 0; i < bucket.size(); i++) {
      byName.put(index.bucketColumns().get(i).name(), bucket.get(i));
    }
    return prepare(delete.cql())
        .thenCompose(
            statement -> {
              BoundStatement bound = statement.bind();
              List<Optional<ByteBuffer>> values = delete.fill(byName);
              for (int i = 0; i < values.size(); i++) {
                if (values.get(i).isPresent()) {
                  bound = bound.setBytesUnsafe(i, values.get(i).get());
                }
              }
              return session.executeAsync(dressed(bound).setQueryTimestamp(micros));
            })
        .thenApply(done -> null);
  }

  /** Page by page through the session itself, since a result would fetch past a bypass. */
  private CompletionStage<Void> pages(BoundStatement statement, int most, Consumer<Row> rows) {
    return session
        .executeAsync(statement)
        .thenCompose(
            page -> {
              page.currentPage().forEach(rows);
              ByteBuffer state = page.getExecutionInfo().getPagingState();
              return state == null || most <= 1
                  ? CompletableFuture.completedFuture(null)
                  : pages(statement.copy(state), most - 1, rows);
            });
  }

  private CompletionStage<BoundStatement> bind(String cql, List<ByteBuffer> values) {
    return prepare(cql)
        .thenApply(
            statement -> {
              BoundStatement bound = statement.bind();
              for (int i = 0; i < values.size(); i++) {
                bound = bound.setBytesUnsafe(i, values.get(i).duplicate());
              }
              return dressed(bound);
            });
  }

  private static BoundStatement dressed(BoundStatement statement) {
    return statement
        .setConsistencyLevel(QUORUM)
        .setTimeout(ControlStatements.TIMEOUT)
        .setIdempotent(true);
  }

  /** Prepares once; a failure is not remembered. */
  private CompletionStage<PreparedStatement> prepare(String cql) {
    CompletionStage<PreparedStatement> known = prepared.get(cql);
    if (known != null) {
      return known;
    }
    if (prepared.size() >= MOST_PREPARED) {
      prepared.clear(); // Noted deletes may carry their values as literals.
    }
    CompletionStage<PreparedStatement> mine = session.prepareAsync(cql);
    prepared.put(cql, mine);
    mine.whenComplete(
        (statement, error) -> {
          if (error != null) {
            prepared.remove(cql, mine);
          }
        });
    return mine;
  }

  private static CompletionStage<Void> all(List<CompletionStage<Void>> stages) {
    return CompletableFuture.allOf(
        stages.stream()
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture[]::new));
  }

  private static List<ByteBuffer> values(Row row, int columns) {
    return IntStream.range(0, columns).mapToObj(row::getBytesUnsafe).toList();
  }

  private static ByteBuffer uuid() {
    UUID id = Uuids.timeBased();
    return ByteBuffer.allocate(16)
        .putLong(0, id.getMostSignificantBits())
        .putLong(8, id.getLeastSignificantBits());
  }

  private static String names(List<Column> columns) {
    return columns.stream().map(Column::cql).collect(Collectors.joining(", "));
  }

  private static String markers(int count) {
    return IntStream.range(0, count).mapToObj(i -> "?").collect(Collectors.joining(", "));
  }

  private static String equalities(List<Column> columns) {
    return columns.stream().map(c -> c.cql() + " = ?").collect(Collectors.joining(" AND "));
  }
}
