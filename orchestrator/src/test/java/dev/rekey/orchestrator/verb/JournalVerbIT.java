package dev.rekey.orchestrator.verb;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.EvidenceStore;
import dev.rekey.control.JournalEntry;
import dev.rekey.control.JournalStore;
import dev.rekey.control.OwedWrite;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.orchestrator.cli.RecordingTerminal;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator can do about a write that a table refuses for good. */
@CassandraTest
final class JournalVerbIT {

  @TempDir private Path folder;

  private final CqlSession session;
  private final TestKeyspace keyspace;
  private final CassandraCluster cluster;
  private Scene scene;
  private RecordingTerminal terminal;
  private String migration;

  JournalVerbIT(CqlSession session, TestKeyspace keyspace, CassandraCluster cluster) {
    this.session = session;
    this.keyspace = keyspace;
    this.cluster = cluster;
  }

  @BeforeEach
  void start() throws Exception {
    scene = Scene.create(session, keyspace, cluster, folder);
    terminal = scene.terminal();
    migration = scene.migration();
    scene.run(0, "start", scene.spec());
  }

  @Test
  void aRefusedWriteBlocksTheSwitchUntilItIsGivenUpAndTheTablesWereComparedAgain()
      throws Exception {
    try (FakeInstance instance = scene.instance("only")) {
      scene.run(0, "dual-write", migration);
      scene.run(0, "backfill", migration);
      scene.run(0, "verify", migration);
      UUID entry = refusedWrite();

      scene.run(10, "switch-reads", migration, "--drain-timeout", "2");
      assertThat(terminal.err())
          .contains("1 write is still owed to the target after 2 s")
          .contains("'rekey journal show " + migration + "' says why")
          .contains("'rekey journal discard " + migration + " ENTRY --confirm " + migration + "'");
      assertThat(scene.record().publication().phase())
          .as("applications do not see errors of the target while a person looks")
          .isEqualTo(Phase.DUAL);
      assertThat(instance.phases()).endsWith(Phase.DUAL_STRICT, Phase.DUAL);

      scene.run(0, "journal", "show", migration);
      assertThat(terminal.out())
          .startsWith("1 write is owed, the oldest since ")
          .contains(entry.toString(), "owed to " + scene.target())
          .contains("last refused with InvalidQueryException: table gone does not exist")
          .contains("row     s='a'");
      scene.run(0, "journal", "show", migration, "--json");
      assertThat(terminal.out())
          .contains("\"entry\" : \"" + entry + "\"", "\"last-error\" : ", "\"age-seconds\" : ");

      giveUp(entry);
      scene.run(10, "switch-reads", migration);
      assertThat(terminal.err()).contains("journal entry " + entry).contains("was discarded by");
      scene.run(0, "status", migration);
      assertThat(terminal.out()).endsWith("Next: rekey verify " + migration + "\n");
      scene.run(0, "verify", migration);
      scene.run(0, "switch-reads", migration);
      assertThat(scene.record().state()).isEqualTo(MigrationState.READS_SWITCHED);
    }
  }

  private void giveUp(UUID entry) {
    scene.run(11, "journal", "discard", migration, entry.toString());
    assertThat(terminal.err())
        .contains("the name was not typed; nothing was changed")
        .contains("'rekey journal discard %1$s %2$s --confirm %1$s'".formatted(migration, entry));
    scene.run(11, "journal", "discard", migration, entry.toString(), "--confirm", "yes");
    assertThat(journal().find(migration, entry)).isPresent();
    assertThat(new EvidenceStore(session).latest(migration).orElseThrow().voided()).isEmpty();

    scene.run(0, "journal", "discard", migration, entry.toString(), "--confirm", migration);
    assertThat(terminal.out()).endsWith("Next: rekey verify " + migration + "\n");
    assertThat(journal().find(migration, entry)).isEmpty();
    scene.run(0, "history", migration);
    assertThat(terminal.out())
        .contains("journal-discard")
        .contains("target-cql=INSERT INTO " + keyspace.table("gone"))
        .contains("target-values=0x61")
        .contains(System.getProperty("user.name") + "@");
    scene.run(0, "journal", "discard", migration, entry.toString(), "--confirm", migration);
    assertThat(terminal.out()).contains("Done already");
  }

  @Test
  void whatWasNeverTriedIsNotGivenUp() {
    UUID entry = refusedWrite();
    scene.run(17, "journal", "discard", migration, entry.toString(), "--confirm", migration);
    assertThat(terminal.err()).contains("it was never tried");
    assertThat(journal().find(migration, entry)).isPresent();
    UUID other = UUID.randomUUID();
    scene.run(17, "journal", "discard", migration, other.toString(), "--confirm", migration);
    assertThat(terminal.err()).contains("owes no such write");
  }

  @Test
  void anEmptyJournalSaysSo() {
    scene.run(0, "journal", "show", migration);
    assertThat(terminal.out()).isEqualTo("No write is owed to either table.\n");
    scene.run(2, "journal", "show", migration, "--limit", "0");
  }

  private JournalStore journal() {
    return new JournalStore(session);
  }

  /** Owed by an instance that has ended, to a table that does not exist. */
  private UUID refusedWrite() {
    OwedWrite write =
        new OwedWrite(
            "INSERT INTO " + keyspace.table("gone") + " (s) VALUES (?)",
            List.of(OwedWrite.Value.of(ByteBuffer.wrap(new byte[] {0x61}))),
            OptionalInt.empty());
    JournalEntry entry =
        new JournalEntry(
            JournalStore.newKey(migration, UUID.randomUUID(), Instant.now()),
            Map.of(Leg.TARGET, write),
            1,
            Optional.empty(),
            "s='a'",
            0,
            Optional.empty());
    journal().record(entry).toCompletableFuture().join();
    return entry.key().id();
  }
}
