package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.rekey.control.BackfillRun;
import dev.rekey.control.BackfillStore;
import dev.rekey.control.EvidenceRecord;
import dev.rekey.control.EvidenceStore;
import dev.rekey.control.RangeRecord;
import dev.rekey.core.token.TokenRanges;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Stands in for the Spark job in the orchestrator's tests: it copies nothing, but writes what the
 * job would write into the control tables, and can be told by FAKE_BACKFILL to fail.
 */
public final class BackfillMain {

  private BackfillMain() {}

  public static void main(String[] arguments) {
    List<String> words = Arrays.asList(arguments);
    String[] point = value(words, "--contact-point").split(":");
    try (CqlSession session =
        CqlSession.builder()
            .addContactPoint(new InetSocketAddress(point[0], Integer.parseInt(point[1])))
            .withLocalDatacenter(value(words, "--local-dc"))
            .build()) {
      String migration = value(words, "--migration");
      UUID run = UUID.fromString(value(words, "--run"));
      System.out.println("@progress rows=1 ranges=1/1 percent=100.0");
      if (words.contains("copy")) {
        copy(new BackfillStore(session), migration, run);
      } else {
        verify(new EvidenceStore(session), migration);
      }
    }
    System.exit(0);
  }

  private static void copy(BackfillStore store, String migration, UUID run) {
    if ("die-half-way".equals(System.getenv("FAKE_BACKFILL"))) {
      Runtime.getRuntime().halt(137);
    }
    store.record(
        migration,
        run,
        new RangeRecord(TokenRanges.WHOLE, new BackfillRun.Totals(1, 1, 1, 0), 1, Optional.empty()),
        Instant.now());
  }

  private static void verify(EvidenceStore store, String migration) {
    boolean different = "different".equals(System.getenv("FAKE_BACKFILL"));
    Instant now = Instant.now();
    store.save(
        migration,
        new EvidenceRecord(
            Uuids.timeBased(),
            1,
            different ? EvidenceRecord.Verdict.DIFFERENT : EvidenceRecord.Verdict.EQUAL,
            new EvidenceRecord.Side(1, "00"),
            new EvidenceRecord.Side(1, "00"),
            new EvidenceRecord.Differences(different ? 1 : 0, 0, 0, 0, 0, 0),
            List.of(),
            now,
            now,
            now.plus(Duration.ofHours(1)),
            Optional.empty()));
    if (different) {
      System.exit(14);
    }
  }

  private static String value(List<String> words, String option) {
    return words.get(words.indexOf(option) + 1);
  }
}
