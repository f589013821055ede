package dev.rekey.demo;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.BackfillRun;
import dev.rekey.control.BackfillStore;
import dev.rekey.core.state.MigrationState;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** SIGKILL in the middle of the copy, of either process; the same command continues. */
@CassandraTest
final class KilledBackfillIT {
  private static final Path OUTPUT = Path.of("target", "it");

  /** Slow enough to be killed in the middle, a few seconds apart. */
  private static final int ROWS = 16_500;

  private static final int COPY_RATE = 2_000;

  private final CqlSession session;
  private final CassandraCluster cluster;

  KilledBackfillIT(CqlSession session, CassandraCluster cluster) {
    this.session = session;
    this.cluster = cluster;
  }

  @Test
  void sameCommandContinuesAfterSparkAndThenTheOrchestratorWereKilled() throws Exception {
    try (Rig rig =
        new Rig(cluster, session, "killed-backfill", Rig.Setup.of(ROWS).withCopyRate(COPY_RATE))) {
      rig.dualWrite();

      Process first = backfill(rig, "first");
      awaitRanges(rig, 1, first);
      job(first).orElseThrow().destroyForcibly();
      assertThat(first.waitFor(60, SECONDS)).isTrue();
      assertThat(first.exitValue()).as(output("first")).isNotZero();
      assertThat(rig.state()).isEqualTo(MigrationState.BACKFILLING);
      Map<Long, Instant> afterFirst = ranges(rig);

      Process second = backfill(rig, "second");
      awaitRanges(rig, afterFirst.size() + 1, second);
      ProcessHandle orphan = job(second).orElseThrow();
      second.destroyForcibly();
      await().atMost(20, SECONDS).until(() -> !orphan.isAlive());
      Map<Long, Instant> afterSecond = ranges(rig);

      Process third = backfill(rig, "third");
      assertThat(third.waitFor(400, SECONDS)).isTrue();
      assertThat(third.exitValue()).as(output("third")).isZero();
      assertThat(rig.state()).isEqualTo(MigrationState.BACKFILLED);

      Map<Long, Instant> end = ranges(rig);
      assertThat(end)
          .as("ranges that were done are not copied again")
          .containsAllEntriesOf(afterFirst);
      assertThat(end).containsAllEntriesOf(afterSecond);
      assertThat(end.size()).isGreaterThan(afterSecond.size());
      assertThat(runs(rig)).as("one run, continued twice").hasSize(1);

      rig.require(0, "verify", rig.migration());
      assertThat(rig.audit(rig.target()).violations())
          .as("%s", rig.traffic().history().totals().samples())
          .isZero();
      assertThat(rig.traffic().log().failures()).as("%s", rig.traffic().log().errors()).isZero();
    }
  }

  private static Process backfill(Rig rig, String name) throws IOException {
    Files.createDirectories(OUTPUT);
    return rig.spawn(OUTPUT.resolve(name + ".log"), Map.of(), "backfill", rig.migration());
  }

  private static String output(String name) throws IOException {
    return Files.readString(OUTPUT.resolve(name + ".log"));
  }

  /** The Spark process below an orchestrator. */
  private static Optional<ProcessHandle> job(Process orchestrator) {
    return orchestrator
        .descendants()
        .filter(
            process ->
                process.info().commandLine().orElse("").contains("dev.rekey.backfill.BackfillMain"))
        .findFirst();
  }

  private static void awaitRanges(Rig rig, int atLeast, Process orchestrator) {
    await()
        .atMost(300, SECONDS)
        .until(() -> ranges(rig).size() >= atLeast || !orchestrator.isAlive());
    assertThat(orchestrator.isAlive())
        .as("the copy must not have ended before it is killed (see %s)", OUTPUT.toAbsolutePath())
        .isTrue();
  }

  private static List<BackfillRun> runs(Rig rig) {
    return new BackfillStore(rig.admin())
        .runs(rig.migration()).stream().filter(run -> run.kind() == BackfillRun.Kind.COPY).toList();
  }

  /** When each finished range was recorded, by its start. */
  private static Map<Long, Instant> ranges(Rig rig) {
    Map<Long, Instant> done = new HashMap<>();
    for (BackfillRun run : runs(rig)) {
      for (int slice = 0; slice < 16; slice++) {
        collect(rig, run.run(), slice, done);
      }
    }
    return done;
  }

  private static void collect(Rig rig, UUID run, int slice, Map<Long, Instant> done) {
    rig.admin()
        .execute(
            "SELECT start_token, status, updated_at FROM rekey.backfill_range"
                + " WHERE migration = ? AND run = ? AND slice = ?",
            rig.migration(),
            run,
            slice)
        .forEach(
            row -> {
              if ("done".equals(row.getString("status"))) {
                done.put(row.getLong("start_token"), row.getInstant("updated_at"));
              }
            });
  }
}
