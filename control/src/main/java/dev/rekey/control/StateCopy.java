package dev.rekey.control;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.SERIAL;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.Version;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.Values;
import dev.rekey.core.state.Leg;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;

/**
 * Makes one row of one table what the other table, its home, shows, with the home's own write
 * times. Several may do this with one row at once, on any machine: what carries a write time of its
 * own can be written in any order, and whoever writes something else looks at the row again
 * afterwards, so that the last to write has seen both tables equal.
 *
 * <p>The row to be changed is read first: what reaches both tables in between is then seen in the
 * home at least, where it is right.
 *
 * <p>The session must reach the tables directly: an interceptor must let these statements pass.
 */
public final class StateCopy {
  /** More looks at one row mean that it never stands still. */
  private static final int MAX_ROUNDS = 9;

  private static final Version ELEMENTS_TIMED = Version.parse("5.0.0");
  private static final int MAX_PREPARED = 2_000;

  private final CqlSession session;
  private final KeyMapping mapping;
  private final UnaryOperator<RowChange> fault;
  private final Map<Leg, RowSide> sides;
  private final Map<String, CompletionStage<PreparedStatement>> prepared =
      new ConcurrentHashMap<>();

  /** How a copy ended. */
  public enum Outcome {
    /** The rows were the same. */
    EQUAL,
    /** Something may still be on its way to the home: look again when it no longer can be. */
    UNSETTLED
  }

  public StateCopy(CqlSession session, KeyMapping mapping) {
    this(session, mapping, change -> change);
  }

  /**
   * A copy with a fault.
   *
   * @param fault changes every change before it is written
   */
  StateCopy(CqlSession session, KeyMapping mapping, UnaryOperator<RowChange> fault) {
    this.session = session;
    this.fault = fault;
    this.mapping = mapping;
    RowSide.Elements elements = elements(session);
    this.sides =
        Map.of(
            Leg.SOURCE, RowSide.of(mapping, Leg.SOURCE, elements),
            Leg.TARGET, RowSide.of(mapping, Leg.TARGET, elements));
  }

  /** The oldest node decides; one whose version is not known counts as old. */
  private static RowSide.Elements elements(CqlSession session) {
    boolean timed =
        session.getMetadata().getNodes().values().stream()
            .map(Node::getCassandraVersion)
            .allMatch(
                version -> version != null && version.nextStable().compareTo(ELEMENTS_TIMED) >= 0);
    return timed ? RowSide.Elements.TIMED : RowSide.Elements.UNTIMED;
  }

  /**
   * What a table shows of a row now, at QUORUM.
   *
   * @param sourceKey the source's whole primary key
   */
  public CompletionStage<RowState> look(Leg leg, List<ByteBuffer> sourceKey) {
    return targetKey(sourceKey)
        .map(target -> read(leg, leg == Leg.SOURCE ? sourceKey : target, QUORUM))
        .orElseGet(() -> CompletableFuture.completedFuture(RowState.ABSENT));
  }

  /** Fails if the row never stood still, or as the driver does; nothing is lost then. */
  public CompletionStage<Outcome> run(Ruling ruling) {
    return targetKey(ruling.sourceKey())
        .map(target -> new Copy(ruling, target).round(0))
        // A row with a null in the target's key has no place there.
        .orElseGet(() -> CompletableFuture.completedFuture(Outcome.EQUAL));
  }

  private Optional<List<ByteBuffer>> targetKey(List<ByteBuffer> sourceKey) {
    return mapping.targetKey(values(sourceKey));
  }

  private Values values(List<ByteBuffer> sourceKey) {
    Map<String, ByteBuffer> byColumn = new HashMap<>();
    List<Column> columns = mapping.source().primaryKey();
    for (int i = 0; i < columns.size(); i++) {
      byColumn.put(columns.get(i).name(), sourceKey.get(i));
    }
    return Values.of(byColumn);
  }

  private CompletionStage<RowState> read(
      Leg leg, List<ByteBuffer> key, ConsistencyLevel consistency) {
    RowSide side = sides.get(leg);
    return bind(new RowWrites.Bound(side.select(), key))
        .thenCompose(
            statement ->
                session.executeAsync(
                    statement
                        .setConsistencyLevel(consistency)
                        .setTimeout(ControlStatements.TIMEOUT)
                        .setIdempotent(true)))
        .thenApply(rows -> side.parse(Optional.ofNullable(rows.one())));
  }

  /** One copy on its way. */
  private final class Copy {
    private final Ruling ruling;
    private final Leg changed;
    private final Map<Leg, List<ByteBuffer>> keys;
    private final Set<RowChange.Put> tried = new HashSet<>();

    Copy(Ruling ruling, List<ByteBuffer> targetKey) {
      this.ruling = ruling;
      this.changed = ruling.home().other();
      this.keys = Map.of(Leg.SOURCE, ruling.sourceKey(), Leg.TARGET, targetKey);
    }

    CompletionStage<Outcome> round(int round) {
      return read(changed, keys.get(changed), QUORUM)
          .thenCompose(
              other ->
                  read(
                          ruling.home(),
                          keys.get(ruling.home()),
                          ruling.look() == Ruling.Look.SERIAL ? SERIAL : QUORUM)
                      .thenCompose(home -> change(home, other, round)));
    }

    private CompletionStage<Outcome> change(RowState home, RowState other, int round) {
      RowChange change =
          fault.apply(
              RowChange.between(
                  home,
                  other,
                  ruling,
                  round,
                  tried,
                  bound -> ThreadLocalRandom.current().nextLong(bound)));
      Outcome outcome = change.leavesYoung() ? Outcome.UNSETTLED : Outcome.EQUAL;
      if (change.isEmpty()) {
        return CompletableFuture.completedFuture(outcome);
      }
      if (round >= MAX_ROUNDS) {
        return CompletableFuture.failedFuture(
            new IllegalStateException(
                "Cannot make a row of %s equal to that of %s: it changed %d times meanwhile"
                    .formatted(
                        sides.get(changed).shape().qualifiedName(),
                        sides.get(ruling.home()).shape().qualifiedName(),
                        round)));
      }
      tried.addAll(change.puts());
      return open(change)
          .thenCompose(opened -> write(change))
          .thenCompose(
              written ->
                  change.isInexact() || mayBeHidden()
                      ? round(round + 1)
                      : CompletableFuture.completedFuture(outcome));
    }

    /** A bucket of the target is in the index before a row of it is there. */
    private CompletionStage<Void> open(RowChange change) {
      Optional<BucketIndex.Entry> entry =
          changed == Leg.TARGET && change.writesCells()
              ? mapping.index().flatMap(index -> index.entry(mapping, sourceKey()))
              : Optional.empty();
      return entry
          .map(bucket -> new BucketStore(session, mapping).open(bucket))
          .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    private Values sourceKey() {
      return values(ruling.sourceKey());
    }

    /** What is settled may have been deleted in one table only, by a write that was taken back. */
    private boolean mayBeHidden() {
      return ruling.settledMicros() > Long.MIN_VALUE;
    }

    private CompletionStage<Void> write(RowChange change) {
      List<RowWrites.Bound> writes =
          new RowWrites(sides.get(changed), keys.get(changed), StateCopy.this::fields).of(change);
      // A list written twice is there twice.
      boolean repeatable = change.replacements().isEmpty();
      CompletionStage<List<BoundStatement>> all =
          CompletableFuture.completedFuture(new ArrayList<>());
      for (RowWrites.Bound write : writes) {
        all =
            all.thenCombine(
                bind(write),
                (list, bound) -> {
                  list.add(bound.setIdempotent(repeatable));
                  return list;
                });
      }
      return all.thenCompose(list -> session.executeAsync(together(list, repeatable)))
          .thenApply(rows -> null);
    }

    private Statement<?> together(List<BoundStatement> statements, boolean repeatable) {
      Statement<?> one =
          statements.size() == 1
              ? statements.get(0)
              : BatchStatement.newInstance(DefaultBatchType.UNLOGGED, List.copyOf(statements))
                  .setIdempotent(repeatable);
      return one.setConsistencyLevel(QUORUM).setTimeout(ControlStatements.TIMEOUT);
    }
  }

  private List<CqlIdentifier> fields(Column column) {
    String keyspace = mapping.source().keyspace();
    return session
        .getMetadata()
        .getKeyspace(CqlIdentifier.fromInternal(keyspace))
        .flatMap(known -> known.getUserDefinedType(CqlIdentifier.fromCql(column.type())))
        .map(UserDefinedType::getFieldNames)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Cannot copy column %s: type %s is not known"
                        .formatted(column.cql(), column.type())));
  }

  private CompletionStage<BoundStatement> bind(RowWrites.Bound write) {
    return prepare(write.cql())
        .thenApply(
            statement -> {
              BoundStatement bound = statement.bind();
              for (int i = 0; i < write.values().size(); i++) {
                bound = bound.setBytesUnsafe(i, write.values().get(i));
              }
              return bound;
            });
  }

  /** Prepares a text once; a failure is not remembered. */
  private CompletionStage<PreparedStatement> prepare(String cql) {
    CompletionStage<PreparedStatement> known = prepared.get(cql);
    if (known != null) {
      return known;
    }
    if (prepared.size() >= MAX_PREPARED) {
      prepared.clear();
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
}
