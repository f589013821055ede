package dev.rekey.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReplicationTest {
  @Test
  void threeReplicasOrAsManyAsThereAreNodes() {
    assertThat(Replication.cql(Replication.forCounts(Map.of("dc1", 5, "it's", 2))))
        .isEqualTo("{'class': 'NetworkTopologyStrategy', 'dc1': '3', 'it''s': '2'}");
  }

  @Test
  void noDataCentreIsAnError() {
    assertThatThrownBy(() -> Replication.forCounts(Map.of()))
        .hasMessageStartingWith("Cannot choose a replication: no node's data centre is known.");
  }
}
