package dev.rekey.control;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.mapping.Values;
import dev.rekey.core.state.Leg;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Takes one write back from one table: its row is made what the other table shows.
 *
 * <p>What the other table does not have is deleted at the write's own timestamp, where a tombstone
 * wins the tie, and what it has is written one microsecond later. So nothing that is newer than the
 * write is touched, whenever this runs and however often. Both rows are read at QUORUM, the one to
 * be changed first: a newer write that arrives in between is newer than everything written here.
 *
 * <p>A cell that had been overwritten comes back with a younger write time than the one in the
 * other table: equal to readers, different to a comparison of write times until it is written
 * again.
 */
final class RowCopy {
  private static final long FOREVER = 0;

  private final CqlSession session;
  private final KeyMapping mapping;
  private final TableShape from;
  private final TableShape to;
  private final Leg leg;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  /**
   * One column in both tables.
   *
   * @param timed whether its time to live can be read
   */
  private record Pair(Column from, Column to, boolean timed) {}

  /** A value and the seconds it has left; zero for ever. */
  private record Live(ByteBuffer value, long secondsLeft) {}

  /**
   * @param leg the table that is made equal to the other
   * @throws IllegalStateException if rows of these tables cannot be copied one by one
   */
  RowCopy(CqlSession session, KeyMapping mapping, Leg leg) {
    this.session = session;
    this.mapping = mapping;
    this.leg = leg;
    this.from = leg == Leg.TARGET ? mapping.source() : mapping.target();
    this.to = leg == Leg.TARGET ? mapping.target() : mapping.source();
    if (!mapping.source().statics().isEmpty()) {
      throw new IllegalStateException(
          "Cannot copy a row of %s: it has static columns; write the row again"
              .formatted(mapping.migration()));
    }
  }

  /**
   * Makes the row equal.
   *
   * @param sourceKey the source's whole primary key
   * @param micros the timestamp of the write that is taken back
   */
  void run(List<ByteBuffer> sourceKey, long micros) {
    Map<String, ByteBuffer> byColumn = new HashMap<>();
    List<Column> columns = mapping.source().primaryKey();
    for (int i = 0; i < columns.size(); i++) {
      byColumn.put(columns.get(i).name(), sourceKey.get(i));
    }
    Optional<List<ByteBuffer>> targetKey = mapping.targetKey(Values.of(byColumn));
    if (targetKey.isEmpty()) {
      return;
    }
    boolean toTarget = leg == Leg.TARGET;
    List<ByteBuffer> toKey = toTarget ? targetKey.get() : sourceKey;
    List<Pair> pairs = pairs();
    Optional<Map<Pair, Live>> there = read(to, pairs, toKey, false);
    Optional<Map<Pair, Live>> truth =
        read(from, pairs, toTarget ? sourceKey : targetKey.get(), true);
    if (truth.isEmpty()) {
      execute("DELETE FROM %s USING TIMESTAMP ? WHERE %s", "", micros, List.of(), toKey);
      return;
    }
    if (toTarget) {
      openBucket(Values.of(byColumn));
    }
    if (there.isEmpty()) {
      insertKey(truth.get(), micros + 1, toKey);
    }
    for (Pair pair : pairs) {
      makeEqual(pair, truth.get().get(pair), there.map(t -> t.get(pair)), micros, toKey);
    }
  }

  private void openBucket(Values sourceKey) {
    Optional<BucketIndex.Entry> entry =
        mapping.index().flatMap(index -> index.entry(mapping, sourceKey));
    if (entry.isPresent()) {
      BucketStore.await(new BucketStore(session, mapping).open(entry.get()));
    }
  }

  private void makeEqual(
      Pair pair, Live truth, Optional<Live> there, long micros, List<ByteBuffer> key) {
    ByteBuffer now = there.map(Live::value).orElse(null);
    ByteBuffer wanted = truth == null ? null : truth.value();
    if (Objects.equals(wanted, now)) {
      return;
    }
    if (wanted == null) {
      execute(
          "DELETE %s FROM %s USING TIMESTAMP ? WHERE %s", pair.to().cql(), micros, List.of(), key);
      return;
    }
    if (!pair.timed()) {
      throw new IllegalStateException(
          "Cannot copy column %s of %s: the lives of its elements are not readable; write the row again"
              .formatted(pair.to().cql(), to.qualifiedName()));
    }
    execute(
        "UPDATE %2$s USING TIMESTAMP ? AND TTL ? SET %1$s = ? WHERE %3$s",
        pair.to().cql(), micros + 1, List.of(seconds(truth.secondsLeft()), wanted), key);
  }

  /** A row that is gone comes back as an inserted one, so that it stays when its cells go. */
  private void insertKey(Map<Pair, Live> truth, long micros, List<ByteBuffer> key) {
    boolean ends =
        !truth.isEmpty() && truth.values().stream().allMatch(live -> live.secondsLeft() != FOREVER);
    long seconds =
        ends ? truth.values().stream().mapToLong(Live::secondsLeft).max().getAsLong() : FOREVER;
    String names = to.primaryKey().stream().map(Column::cql).collect(Collectors.joining(", "));
    String markers = to.primaryKey().stream().map(c -> "?").collect(Collectors.joining(", "));
    List<ByteBuffer> values = new ArrayList<>(key);
    values.add(micros(micros));
    values.add(seconds(seconds));
    execute(
        "INSERT INTO %s (%s) VALUES (%s) USING TIMESTAMP ? AND TTL ?"
            .formatted(to.qualifiedName(), names, markers),
        values);
  }

  /** Regular columns that both tables have; those with other rules are of no row's own. */
  private List<Pair> pairs() {
    List<Pair> pairs = new ArrayList<>();
    for (Column target : mapping.target().regulars()) {
      if (mapping.rule(target.name()) instanceof Derivation.Copy copy) {
        Column source = mapping.source().requireColumn(copy.column());
        boolean timed = !source.isMultiCell();
        pairs.add(
            leg == Leg.TARGET ? new Pair(source, target, timed) : new Pair(target, source, timed));
      }
    }
    return pairs;
  }

  /** The live cells of a row; empty if there is no row. */
  private Optional<Map<Pair, Live>> read(
      TableShape table, List<Pair> pairs, List<ByteBuffer> key, boolean isFrom) {
    List<String> items = new ArrayList<>();
    table.primaryKey().forEach(column -> items.add(column.cql()));
    for (Pair pair : pairs) {
      String name = (isFrom ? pair.from() : pair.to()).cql();
      items.add(name);
      items.add(pair.timed() ? "ttl(" + name + ")" : name);
    }
    Row row =
        session
            .execute(
                bind(
                    "SELECT %s FROM %s WHERE %s"
                        .formatted(
                            String.join(", ", items), table.qualifiedName(), equalities(table)),
                    key))
            .one();
    if (row == null) {
      return Optional.empty();
    }
    Map<Pair, Live> cells = new LinkedHashMap<>();
    int index = table.primaryKey().size();
    for (Pair pair : pairs) {
      ByteBuffer value = row.getBytesUnsafe(index);
      if (value != null) {
        boolean ends = pair.timed() && !row.isNull(index + 1);
        cells.put(pair, new Live(value, ends ? Math.max(1, row.getInt(index + 1)) : FOREVER));
      }
      index += 2;
    }
    return Optional.of(cells);
  }

  private void execute(
      String form, String column, long micros, List<ByteBuffer> more, List<ByteBuffer> key) {
    String cql =
        column.isEmpty()
            ? form.formatted(to.qualifiedName(), equalities(to))
            : form.formatted(column, to.qualifiedName(), equalities(to));
    List<ByteBuffer> values = new ArrayList<>();
    values.add(micros(micros));
    values.addAll(more);
    values.addAll(key);
    execute(cql, values);
  }

  private void execute(String cql, List<ByteBuffer> values) {
    session.execute(bind(cql, values));
  }

  private BoundStatement bind(String cql, List<ByteBuffer> values) {
    BoundStatement bound = prepared.computeIfAbsent(cql, session::prepare).bind();
    for (int i = 0; i < values.size(); i++) {
      bound = bound.setBytesUnsafe(i, values.get(i));
    }
    return bound
        .setConsistencyLevel(QUORUM)
        .setTimeout(ControlStatements.TIMEOUT)
        .setIdempotent(true);
  }

  private static String equalities(TableShape table) {
    return table.primaryKey().stream()
        .map(column -> column.cql() + " = ?")
        .collect(Collectors.joining(" AND "));
  }

  private static ByteBuffer micros(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, value);
  }

  private static ByteBuffer seconds(long value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, (int) value);
  }
}
