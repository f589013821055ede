package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.InstanceRecord;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The packaged jar with each line of drivers, in a process that has nothing else on its class path.
 */
@CassandraTest
final class DriverLinesIT {
  private static final Path DRIVERS = Path.of(System.getProperty("rekey.drivers"));
  private static final Path JAR = Path.of(System.getProperty("rekey.interceptor.jar"));

  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final String keyspace;

  DriverLinesIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
    this.keyspace = keyspace.name();
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.17", "4.18", "4.19"})
  void aTableIsMigratedUnderTheApplication(String line) throws Exception {
    Rekeying rekeying = Rekeying.create(plain, cluster, keyspace);
    try (ChildApplication application = start(line, rekeying)) {
      assertThat(application.answer()).startsWith("ready with " + line);
      assertThat(application.tell("write source")).isEqualTo("wrote 18");
      assertThat(rekeying.sourceCells()).hasSize(18);
      assertThat(rekeying.targetCells()).isEmpty();

      rekeying.publish(Phase.DUAL);
      assertThat(application.tell("write dual")).isEqualTo("wrote 18");
      assertThat(application.tell("write source")).as("in place of a backfill").contains("18");
      assertThat(rekeying.sourceCells()).hasSize(36);
      rekeying.assertTablesEqual();

      rekeying.publish(Phase.DUAL_READ_TARGET);
      assertThat(application.tell("write switched")).isEqualTo("wrote 18");
      rekeying.assertTablesEqual();
      assertThat(application.tell("read dual")).isEqualTo("read 18");

      rekeying.publish(Phase.TARGET);
      assertThat(application.tell("write target")).isEqualTo("wrote 18");
      assertThat(application.tell("read target")).isEqualTo("read 18");
      assertThat(rekeying.sourceCells()).hasSize(54);
      assertThat(rekeying.targetCells()).hasSize(72);

      assertThat(application.end()).isZero();
      assertThat(rekeying.instances())
          .filteredOn(instance -> instance.process().application().equals("line " + line))
          .as("both sessions said goodbye")
          .hasSize(2)
          .allMatch(instance -> instance.status() == InstanceRecord.Status.CLOSED);
    }
  }

  private ChildApplication start(String line, Rekeying rekeying) {
    InetSocketAddress node = cluster.contactPoints().get(0);
    Path classes =
        Path.of(
            DriverLineProgram.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    Path helpers =
        Path.of(Reactive.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    return new ChildApplication(
        List.of(JAR, DRIVERS.resolve("driver-" + line).resolve("*"), classes, helpers),
        List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Ddatastax-java-driver.rekey.application=line " + line,
            "-Ddatastax-java-driver.rekey.lease=40 seconds",
            "-Ddatastax-java-driver.rekey.poll-interval=100 ms",
            "-Ddatastax-java-driver.rekey.follow-timeout=15 seconds",
            "-Ddatastax-java-driver.basic.request.timeout=20 seconds",
            "-Ddatastax-java-driver.advanced.connection.init-query-timeout=30 seconds",
            "-Ddatastax-java-driver.advanced.control-connection.timeout=30 seconds"),
        DriverLineProgram.class,
        List.of(
            node.getAddress().getHostAddress(),
            String.valueOf(node.getPort()),
            cluster.localDatacenter(),
            keyspace,
            rekeying.sourceName()));
  }
}
