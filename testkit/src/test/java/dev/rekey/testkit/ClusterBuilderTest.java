package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterBuilderTest {

  @TempDir private Path folder;

  @Test
  void fourNodesAreRefused() {
    assertThatThrownBy(() -> CassandraCluster.builder().nodes(4))
        .hasMessage("Cannot start a cluster of 4 nodes: choose 1 to 3");
  }

  @Test
  void severalNodesOnTestcontainersAreRefused() {
    ClusterBuilder plan = CassandraCluster.builder().nodes(3).backend(Backend.TESTCONTAINERS);

    assertThatThrownBy(plan::start)
        .hasMessage(
            "Cannot start 3 nodes on Testcontainers: it runs one."
                + " Use -Drekey.test.cassandra=embedded");
  }

  @Test
  void extraSettingsWin() throws Exception {
    NodeConfig config =
        new NodeConfig(
            CassandraVersion.parse("5.0"),
            "127.0.0.1",
            "127.0.0.1",
            Map.of("num_tokens", 1, "auto_snapshot", true));

    String yaml = Files.readString(config.writeTo(folder).resolve("cassandra.yaml"));

    assertThat(yaml)
        .contains("\"num_tokens\": 1,", "\"commitlog_sync_period\": \"10000ms\"")
        .contains("\"auto_snapshot\": true");
  }

  @Test
  void oldVersionsGetOldNames() throws Exception {
    NodeConfig config =
        new NodeConfig(CassandraVersion.parse("3.11"), "127.0.0.2", "127.0.0.1", Map.of());

    String yaml = Files.readString(config.writeTo(folder).resolve("cassandra.yaml"));

    assertThat(yaml)
        .contains("\"enable_materialized_views\": true", "\"seeds\": \"127.0.0.1\"")
        .doesNotContain("allocate_tokens", "materialized_views_enabled");
  }

  @Test
  void anotherCommitlogSyncTakesAwayOurPeriod() throws Exception {
    NodeConfig config =
        new NodeConfig(
            CassandraVersion.parse("5.0"),
            "127.0.0.1",
            "127.0.0.1",
            Map.of("commitlog_sync", "batch"));

    String yaml = Files.readString(config.writeTo(folder).resolve("cassandra.yaml"));

    assertThat(yaml).contains("\"commitlog_sync\": \"batch\"").doesNotContain("sync_period");
  }
}
