package dev.rekey.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.demo.history.Violation;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** With a rule switched off, the checker must see the loss; otherwise it proves nothing. */
@CassandraTest
final class NegativeControlIT {
  private static final int VERIFICATION_FAILED = 14;

  private final CqlSession session;
  private final CassandraCluster cluster;

  NegativeControlIT(CqlSession session, CassandraCluster cluster) {
    this.session = session;
    this.cluster = cluster;
  }

  @Test
  void instanceThatIsNotBehindTheBarrierLosesWrites() {
    // One of the two instances writes the source only, as in phase SOURCE, and nobody waits for it.
    try (Rig rig =
        new Rig(cluster, session, "no-barrier", Rig.Setup.of(5_500).withUninstrumented(1))) {
      rig.dualWrite();
      rig.require(0, "backfill", rig.migration());

      assertThat(rig.audit(rig.source()).violations()).isZero();
      assertThat(rig.audit(rig.target()).violations()).isPositive();
      assertThat(rig.traffic().history().totals().violations().get(Violation.Kind.LOST))
          .isPositive();

      assertThat(rig.rekey("verify", rig.migration()).exitCode()).isEqualTo(VERIFICATION_FAILED);
    }
  }

  @Test
  void copyWithTimestampsOfNowRevivesDeletes() throws Exception {
    try (Rig rig =
        new Rig(
            cluster,
            session,
            "copy-at-now",
            Rig.Setup.of(5_500).withCopyRate(1_000).withRates(300, 20))) {
      rig.dualWrite();
      Path output = Path.of("target", "it", "copy-at-now.log");
      Process copy =
          rig.spawn(
              output,
              Map.of("JAVA_TOOL_OPTIONS", "-Drekey.test=true -Drekey.backfill.timestamps=now"),
              "backfill",
              rig.migration());
      assertThat(copy.waitFor(400, TimeUnit.SECONDS)).isTrue();
      assertThat(copy.exitValue()).as(Files.readString(output)).isZero();

      assertThat(rig.audit(rig.source()).violations()).isZero();
      assertThat(rig.audit(rig.target()).violations()).isPositive();
      assertThat(rig.traffic().history().totals().violations().get(Violation.Kind.REVIVED))
          .isPositive();

      assertThat(rig.rekey("verify", rig.migration()).exitCode()).isEqualTo(VERIFICATION_FAILED);
    }
  }
}
