package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.control.JournalEntry;
import dev.rekey.control.JournalReplayer;
import dev.rekey.control.JournalStore;
import dev.rekey.control.OwedWrite;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Lists that are not frozen: written to one table, copied as a whole to the other. */
@CassandraTest
final class ListsIT {
  private static final String KEY = " WHERE sensor = '{k}' AND ts = '2024-05-01 12:00:00Z'";
  private static final List<String> FORMS =
      List.of(
          "INSERT INTO {t} (sensor, ts, value, history) VALUES ('{k}', '2024-05-01 12:00:00Z', 1.0,"
              + " [1, 2, 3]) USING TTL 90000",
          "UPDATE {t} SET history = history + [4, 5]" + KEY,
          "UPDATE {t} SET history += [2]" + KEY,
          "UPDATE {t} SET history = [0] + history, note = 'mixed', tags = {'a'}" + KEY,
          "UPDATE {t} SET history[1] = 11" + KEY,
          "DELETE history[2] FROM {t}" + KEY,
          "UPDATE {t} SET history = history - [4]" + KEY,
          "UPDATE {t} SET value = 3.0, note = null WHERE sensor = '{k}' AND ts = '2024-05-01"
              + " 12:00:00Z'",
          "UPDATE {t} SET history = [7, 8]" + KEY,
          "UPDATE {t} SET history = history + [9]" + KEY + " IF value = 3.0",
          "UPDATE {t} SET history = null" + KEY,
          "UPDATE {t} SET history = [1, 1]" + KEY,
          "DELETE history, value FROM {t}" + KEY,
          "UPDATE {t} SET history = history + [6]" + KEY,
          "DELETE FROM {t}" + KEY,
          "UPDATE {t} SET history = [5] + history" + KEY);

  private final CqlSession plain;
  private final CoveredTable table;
  private final Rekeying rekeying;

  ListsIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.table = CoveredTable.create(plain, cluster, keyspace.name());
    this.rekeying = table.rekeying();
  }

  @Test
  void listsAreEqualInBothTablesHoweverTheyAreWrittenAndByHowMany() throws Exception {
    try (CqlSession app = rekeying.application();
        CqlSession other = rekeying.application()) {
      rekeying.publish(Phase.DUAL);
      rekeying.fence(1);
      forms(app, "source leads");
      together(List.of(app, other), "source leads, together");
      aReplayedAppendDoublesAndACopyDoesNot(app);
      rekeying.publish(Phase.DUAL_STRICT);
      await().atMost(Duration.ofSeconds(60)).until(() -> rekeying.journalled() == 0);
      rekeying.publish(Phase.DUAL_READ_TARGET);
      forms(app, "target leads");
      together(List.of(app, other), "target leads, together");
      await().atMost(Duration.ofSeconds(60)).until(() -> rekeying.journalled() == 0);
      rekeying.publish(Phase.TARGET);
      forms(app, "target alone");
    }
  }

  private void forms(CqlSession app, String key) {
    for (String form : FORMS) {
      app.execute(form.replace("{t}", rekeying.source()).replace("{k}", key));
      plain.execute(form.replace("{t}", table.reference()).replace("{k}", key));
      String expected = shown(table.reference(), key);
      assertThat(shown(rekeying.target(), key)).as("%s, %s", form, key).isEqualTo(expected);
      if (!key.equals("target alone")) {
        assertThat(shown(rekeying.source(), key)).as("%s, %s", form, key).isEqualTo(expected);
        assertThat(times(rekeying.target(), key)).isEqualTo(times(rekeying.source(), key));
      }
    }
  }

  private void together(List<CqlSession> apps, String key) {
    List<CompletableFuture<?>> all = new ArrayList<>();
    int each = 15;
    for (int i = 0; i < each * apps.size(); i++) {
      CqlSession app = apps.get(i % apps.size());
      PreparedStatement append =
          app.prepare(
              "UPDATE %s SET history = history + ? WHERE sensor = ? AND ts = '2024-05-01 12:00:00Z'"
                  .formatted(rekeying.source()));
      CompletionStage<?> written = app.executeAsync(append.bind(List.of(i), key));
      all.add(written.toCompletableFuture());
    }
    CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
    await().atMost(Duration.ofSeconds(60)).until(() -> rekeying.journalled() == 0);
    assertThat(list(rekeying.source(), key)).doesNotHaveDuplicates().hasSize(each * apps.size());
    assertThat(list(rekeying.target(), key)).isEqualTo(list(rekeying.source(), key));
  }

  private void aReplayedAppendDoublesAndACopyDoesNot(CqlSession app) {
    String key = "replayed";
    app.execute(
        ("UPDATE {t} SET history = [1, 2]" + KEY)
            .replace("{t}", rekeying.source())
            .replace("{k}", key));
    String append =
        "UPDATE %s SET history = history + [2] WHERE sensor = '%s' AND day = '2024-05-01' AND ts = '2024-05-01 12:00:00Z'"
            .formatted(rekeying.target(), key);
    replay(new OwedWrite(append, List.of(), OptionalInt.empty()));
    assertThat(list(rekeying.target(), key)).containsExactly(1, 2, 2);
    ByteBuffer ts =
        ByteBuffer.allocate(8).putLong(0, Instant.parse("2024-05-01T12:00:00Z").toEpochMilli());
    ByteBuffer sensor = ByteBuffer.wrap(key.getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < 2; i++) {
      replay(OwedWrite.stateOfRow(List.of(sensor, ts)));
      assertThat(list(rekeying.target(), key)).containsExactly(1, 2);
    }
  }

  private void replay(OwedWrite owed) {
    JournalStore journal = new JournalStore(plain);
    UUID incarnation = UUID.randomUUID();
    JournalEntry entry =
        new JournalEntry(
            JournalStore.newKey(rekeying.mapping.migration(), incarnation, Instant.now()),
            Map.of(Leg.TARGET, owed),
            Instant.now().toEpochMilli() * 1_000,
            Optional.empty(),
            "key",
            0,
            Optional.empty());
    journal.record(entry).toCompletableFuture().join();
    InstantSource later = () -> Instant.now().plusSeconds(60);
    JournalReplayer.Result result =
        new JournalReplayer(plain, journal, later)
            .replay(rekeying.mapping.migration(), incarnation::equals);
    assertThat(result).isEqualTo(new JournalReplayer.Result(1, 0));
  }

  private List<Integer> list(String name, String key) {
    Optional<Row> row = row(name, key, "history");
    return row.map(r -> r.getList(0, Integer.class)).orElse(List.of());
  }

  private String shown(String name, String key) {
    return row(name, key, "sensor, ts, value, note, tags, history")
        .map(Row::getFormattedContents)
        .orElse("no row");
  }

  private String times(String name, String key) {
    return row(name, key, "writetime(value), writetime(note), writetime(tags)")
        .map(Row::getFormattedContents)
        .orElse("no row");
  }

  private Optional<Row> row(String name, String key, String columns) {
    String day = name.equals(rekeying.target()) ? " AND day = '2024-05-01'" : "";
    try {
      return Optional.ofNullable(
          plain
              .execute(
                  "SELECT %s FROM %s WHERE sensor = ?%s AND ts = '2024-05-01 12:00:00Z'"
                      .formatted(columns, name, day),
                  key)
              .one());
    } catch (DriverException e) {
      throw new IllegalStateException(columns + " of " + name, e);
    }
  }
}
