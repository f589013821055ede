package dev.rekey.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.control.Ruling.Look;
import dev.rekey.control.Ruling.Marker;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.Leg;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One row made equal, cell by cell, on a real server. */
@CassandraTest
final class StateCopyIT {
  private static final Set<String> COLUMNS = Set.of("a", "b", "s", "m", "u", "l");
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final CqlSession session;
  private final String keyspace;
  private String source;
  private String target;
  private KeyMapping mapping;

  StateCopyIT(CqlSession session, TestKeyspace keyspace) {
    this.session = session;
    this.keyspace = keyspace.name();
  }

  @BeforeEach
  void createTables() {
    int number = NUMBER.incrementAndGet();
    ddl("CREATE TYPE IF NOT EXISTS %s.point (x int, y int)".formatted(keyspace));
    source = keyspace + ".state_source_" + number;
    target = keyspace + ".state_target_" + number;
    for (String table : List.of(source, target)) {
      ddl(
          ("CREATE TABLE %s (k int PRIMARY KEY, a text, b text, s set<int>, m map<int, text>,"
                  + " u point, l list<int>)")
              .formatted(table));
    }
    mapping =
        new KeyMapping("state", KeyMapping.FORMAT_VERSION, shape(source), shape(target), Map.of());
  }

  @Test
  void everyCellAndElementComesWithItsOwnTimeAndLife() {
    both("INSERT INTO %s (k, a, b) VALUES (1, 'a', 'b') USING TIMESTAMP 1000");
    at(source, 2000, "SET a = 'new', s = {1, 2}, m = {1: 'one', 2: 'two'}, u = {x: 1, y: 2}");
    at(source, 3000, "SET s = s + {3}, m[2] = 'zwei', u.y = 3");
    execute(source, "UPDATE %s USING TIMESTAMP 4000 AND TTL 5000 SET s = s + {4} WHERE k = 1");
    at(target, 2500, "SET s = s + {9}, m[9] = 'dead', u.x = 9");
    execute(source, "DELETE u.x FROM %s USING TIMESTAMP 2600 WHERE k = 1");

    copy(exact(Leg.SOURCE, 10_000, Long.MAX_VALUE));

    assertThat(row(target)).isEqualTo(row(source));
    assertThat(row(target)).contains("zwei").doesNotContain("dead");
  }

  @Test
  void aRowThatTheHomeHasLostGoesAndStaysAwayWhenAnOlderCopyArrives() {
    both("INSERT INTO %s (k, a, b) VALUES (1, 'a', 'b') USING TIMESTAMP 1000");
    RowState before = look();
    execute(source, "DELETE FROM %s USING TIMESTAMP 5000 WHERE k = 1");
    Proof proof = Proof.ofSeen(before).andRow(before.largestMicros().orElseThrow());

    copy(ruling(Leg.SOURCE, 6000, Long.MIN_VALUE, proof));

    assertThat(row(target)).isEmpty();
    execute(target, "INSERT INTO %s (k, a) VALUES (1, 'late') USING TIMESTAMP 1000");
    assertThat(row(target)).as("a page that was read before").isEmpty();
    execute(target, "INSERT INTO %s (k, a) VALUES (1, 'again') USING TIMESTAMP 5001");
    assertThat(row(target)).as("what was inserted after the deletion").contains("again");
  }

  @Test
  void aCopyOfTheLiveCellsAloneRevivesADelete() {
    both("INSERT INTO %s (k, a, b) VALUES (1, 'a', 'b') USING TIMESTAMP 1000");
    execute(source, "DELETE b FROM %s USING TIMESTAMP 5000 WHERE k = 1");

    copy(exact(Leg.SOURCE, 10_000, Long.MAX_VALUE), RowChange::withoutRemovals);
    assertThat(session.execute("SELECT b FROM " + target).one().getString(0)).isEqualTo("b");

    copy(exact(Leg.SOURCE, 10_000, Long.MAX_VALUE));
    assertThat(row(target)).isEqualTo(row(source));
  }

  @Test
  void aCopyAtTheClientsTimeLosesToAnOlderValue() {
    both("INSERT INTO %s (k, a) VALUES (1, '1') USING TIMESTAMP 4000");
    at(source, 5000, "SET a = '2'");

    copy(exact(Leg.SOURCE, 3000, Long.MIN_VALUE), change -> change.putAt(3000));
    assertThat(session.execute("SELECT a FROM " + source).one().getString(0)).isEqualTo("2");
    assertThat(session.execute("SELECT a FROM " + target).one().getString(0)).isEqualTo("1");

    copy(exact(Leg.SOURCE, 3000, Long.MIN_VALUE));
    assertThat(row(target)).isEqualTo(row(source));
  }

  @Test
  void whatMayStillBeOnItsWayToTheHomeIsLeftAlone() {
    both("INSERT INTO %s (k, a) VALUES (1, 'a') USING TIMESTAMP 1000");
    at(target, 9000, "SET b = 'under way'");

    assertThat(copy(exact(Leg.SOURCE, 5000, 8000))).isEqualTo(StateCopy.Outcome.UNSETTLED);
    assertThat(row(target)).contains("under way");
    assertThat(copy(exact(Leg.SOURCE, 5000, 9000))).isEqualTo(StateCopy.Outcome.EQUAL);
    assertThat(row(target)).isEqualTo(row(source));
  }

  @Test
  void aRowOfNothingButItsKeyComesAndGoes() {
    execute(source, "INSERT INTO %s (k) VALUES (1) USING TIMESTAMP 7000");
    execute(target, "DELETE FROM %s USING TIMESTAMP 6000 WHERE k = 1");

    copy(exact(Leg.SOURCE, 5000, Long.MIN_VALUE));
    assertThat(row(target)).isNotEmpty();

    execute(source, "DELETE FROM %s USING TIMESTAMP 8000 WHERE k = 1");
    copy(ruling(Leg.SOURCE, 1000, Long.MIN_VALUE, Proof.none().andRow(900)));
    assertThat(row(target)).isEmpty();
  }

  @Test
  void aListIsCopiedAsAWholeAndOnceOnly() {
    at(source, 1000, "SET l = [1, 2]");
    at(target, 1000, "SET l = [1, 2]");
    at(source, 5000, "SET l = l + [3]");
    at(target, 5000, "SET l = l + [3]");
    at(target, 5000, "SET l = l + [3]");
    assertThat(list(target)).as("what a repeated append does").containsExactly(1, 2, 3, 3);

    copy(exact(Leg.SOURCE, 5000, Long.MIN_VALUE));
    assertThat(list(target)).containsExactly(1, 2, 3);
    copy(exact(Leg.SOURCE, 5000, Long.MIN_VALUE));
    assertThat(list(target)).containsExactly(1, 2, 3);

    execute(source, "DELETE l FROM %s USING TIMESTAMP 6000 WHERE k = 1");
    copy(exact(Leg.SOURCE, 6000, Long.MIN_VALUE));
    assertThat(list(target)).isEmpty();
  }

  @Test
  void aListCopiedAtTheTimeOfItsElementsIsDoubled() {
    at(source, 1000, "SET l = [1, 2]");
    at(target, 1000, "SET l = [1, 2]");
    at(source, 5000, "SET l = l + [3]");
    at(target, 5000, "SET l = [1, 2, 3]");
    at(target, 5000, "SET l = [1, 2, 3]");
    assertThat(list(target)).containsExactly(1, 2, 3, 1, 2, 3);

    copy(exact(Leg.SOURCE, 5000, Long.MIN_VALUE));
    assertThat(list(target)).containsExactly(1, 2, 3);
  }

  @Test
  void copiesOfOneListAtOnceLeaveItEqual() {
    List<CompletableFuture<?>> all = new ArrayList<>();
    StateCopy copy = new StateCopy(session, mapping);
    for (int i = 0; i < 40; i++) {
      long micros = 1_000_000L + i;
      SimpleStatement append =
          SimpleStatement.newInstance(
              "UPDATE %s USING TIMESTAMP %d SET l = l + [%d] WHERE k = 1"
                  .formatted(source, micros, i));
      all.add(
          session
              .executeAsync(append)
              .thenCompose(done -> copy.run(exact(Leg.SOURCE, micros, Long.MIN_VALUE)))
              .toCompletableFuture()
              .handle((outcome, error) -> null));
    }
    CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
    // One that never stood still is left to the journal, whose copy comes later.
    copy(exact(Leg.SOURCE, 2_000_000, Long.MIN_VALUE));
    assertThat(list(source)).hasSize(40);
    assertThat(list(target)).isEqualTo(list(source));
  }

  private StateCopy.Outcome copy(Ruling ruling) {
    return copy(ruling, change -> change);
  }

  private StateCopy.Outcome copy(Ruling ruling, UnaryOperator<RowChange> fault) {
    return new StateCopy(session, mapping, fault).run(ruling).toCompletableFuture().join();
  }

  private Ruling exact(Leg home, long micros, long settled) {
    return ruling(home, micros, settled, Proof.none());
  }

  private static Ruling ruling(Leg home, long micros, long settled, Proof proof) {
    return new Ruling(
        home,
        List.of(ByteBuffer.allocate(4).putInt(0, 1)),
        COLUMNS,
        micros,
        settled,
        proof,
        Marker.of(Marker.Policy.WHERE_NEEDED),
        Look.SERIAL);
  }

  private RowState look() {
    return new StateCopy(session, mapping)
        .look(Leg.SOURCE, List.of(ByteBuffer.allocate(4).putInt(0, 1)))
        .toCompletableFuture()
        .join();
  }

  /** Everything that can be seen of the row, lives to the hour. */
  private String row(String table) {
    Row row =
        session
            .execute(
                ("SELECT k, a, writetime(a), b, writetime(b), s, writetime(s), ttl(s), m,"
                        + " writetime(m), u, writetime(u), l FROM %s WHERE k = 1")
                    .formatted(table))
            .one();
    return row == null
        ? ""
        : row.getFormattedContents().replaceAll("(49|50)\\d\\d(?=[,\\]])", "soon");
  }

  private List<Integer> list(String table) {
    Row row = session.execute("SELECT l FROM " + table + " WHERE k = 1").one();
    return row == null ? List.of() : row.getList(0, Integer.class);
  }

  private void both(String cql) {
    execute(source, cql);
    execute(target, cql);
  }

  private void at(String table, long micros, String set) {
    execute(table, "UPDATE %s USING TIMESTAMP " + micros + " " + set + " WHERE k = 1");
  }

  private void execute(String table, String cql) {
    session.execute(cql.formatted(table));
  }

  private void ddl(String cql) {
    session.execute(SimpleStatement.newInstance(cql).setTimeout(Duration.ofSeconds(60)));
  }

  private TableShape shape(String name) {
    return new TableShape(
        keyspace,
        name.substring(name.indexOf('.') + 1),
        List.of(
            new Column("k", "int", ColumnKind.PARTITION_KEY, 0, false),
            new Column("a", "text", ColumnKind.REGULAR, 0, false),
            new Column("b", "text", ColumnKind.REGULAR, 1, false),
            new Column("s", "set<int>", ColumnKind.REGULAR, 2, false),
            new Column("m", "map<int, text>", ColumnKind.REGULAR, 3, false),
            new Column("u", "point", ColumnKind.REGULAR, 4, false),
            new Column("l", "list<int>", ColumnKind.REGULAR, 5, false)));
  }
}
