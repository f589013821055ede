package dev.rekey.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.demo.app.AuditResult;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The whole story on three nodes, with every request and every row checked. */
@CassandraTest(nodes = 3)
final class FullWalkIT {
  private final CqlSession session;
  private final CassandraCluster cluster;

  FullWalkIT(CqlSession session, CassandraCluster cluster) {
    this.session = session;
    this.cluster = cluster;
  }

  @Test
  void nothingFailsAndNothingIsLostFromStartToDrop() {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    DemoConsole console =
        new DemoConsole(
            new PrintStream(output, true, StandardCharsets.UTF_8), DemoConsole.Style.PLAIN);
    try (Rig rig = new Rig(cluster, session, "full-walk", Rig.Setup.of(11_000))) {
      Place place =
          new Place(
              rig.migration(), rig.spec().toString(), rig.address(), rig.source(), rig.target());
      Walk walk =
          new Walk(
              new InProcessOperator(console), place, rig.stage(console), Duration.ofSeconds(2));

      AuditResult before = rig.audit(rig.source());
      Optional<String> broken = walk.run();

      List<Check> checks = walk.checks(broken);
      new DemoReport(walk, rig.stage(console), before, "three nodes")
          .write(checks, Path.of("target", "it", "full-walk.md"));
      assertThat(broken).as(output.toString(StandardCharsets.UTF_8)).isEmpty();
      assertThat(checks).as(output.toString(StandardCharsets.UTF_8)).allMatch(Check::holds);
      assertThat(rig.traffic().log().failures()).isZero();
      assertThat(rig.traffic().history().totals().violationCount()).isZero();
    }
  }
}
