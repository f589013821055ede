package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledIfSystemProperty(
    named = "rekey.test.all-cassandra",
    matches = "true",
    disabledReason = "it boots every version; run it with -Pall-cassandra")
final class AllVersionsIT {

  @ParameterizedTest
  @ValueSource(strings = {"5.0", "4.1", "4.0", "3.11"})
  void everyVersionBootsServesAndStops(String version) {
    try (CassandraCluster cluster = CassandraCluster.builder().version(version).start()) {
      try (CqlSession session = DriverSessions.open(cluster)) {
        assertThat(session.execute("SELECT release_version FROM system.local").one().getString(0))
            .isEqualTo(cluster.version().text());
      }
      assertThat(cluster.nodetool("status")).contains("UN  ");

      cluster.node(1).stop();

      assertThat(cluster.node(1).isRunning()).isFalse();
    }
  }
}
