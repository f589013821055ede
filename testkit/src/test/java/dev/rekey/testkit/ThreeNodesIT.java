package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

@CassandraTest(nodes = 3)
final class ThreeNodesIT {

  private final CassandraCluster cluster;
  private final CqlSession session;
  private final String table;

  ThreeNodesIT(CassandraCluster cluster, CqlSession session, TestKeyspace keyspace) {
    this.cluster = cluster;
    this.session = session;
    this.table = keyspace.table("t");
  }

  @Test
  void quorumOutlivesAPausedAndAKilledNode() {
    session.execute("CREATE TABLE %s (k int PRIMARY KEY, v text)".formatted(table));

    cluster.node(3).pause();
    assertThat(cluster.node(3).isRunning()).isTrue();
    assertThat(NativePort.answers(cluster.node(3).address())).isFalse();
    write(1, "while paused");
    assertThat(read(1)).isEqualTo("while paused");
    cluster.node(3).resume();
    cluster.node(3).awaitUp();

    long killed = cluster.node(3).pid();
    cluster.node(3).kill();
    assertThat(cluster.node(3).isRunning()).isFalse();
    write(2, "while down");
    assertThat(read(2)).isEqualTo("while down");
    cluster.node(3).restart();

    assertThat(cluster.node(3).pid()).isNotEqualTo(killed);
    assertThat(cluster.nodetool("status").lines().filter(line -> line.startsWith("UN  ")))
        .hasSize(3);
    assertThat(List.of(read(1), read(2))).containsExactly("while paused", "while down");
  }

  private void write(int key, String value) {
    execute(
        SimpleStatement.newInstance("INSERT INTO " + table + " (k, v) VALUES (?, ?)", key, value));
  }

  private String read(int key) {
    return execute(SimpleStatement.newInstance("SELECT v FROM " + table + " WHERE k = ?", key))
        .one()
        .getString("v");
  }

  /**
   * Node 1 coordinates: the driver may not know yet that node 3 is silent. Node 1 may ask node 3
   * and wait for it until its failure detector has noticed, so a timeout is tried again.
   */
  private ResultSet execute(SimpleStatement statement) {
    SimpleStatement atNodeOne =
        statement
            .setConsistencyLevel(ConsistencyLevel.QUORUM)
            .setIdempotent(true)
            .setTimeout(Duration.ofSeconds(12))
            .setNode(nodeOne());
    return await()
        .atMost(Duration.ofSeconds(90))
        .ignoreExceptionsInstanceOf(DriverException.class)
        .until(() -> session.execute(atNodeOne), Objects::nonNull);
  }

  private Node nodeOne() {
    return session.getMetadata().getNodes().values().stream()
        .filter(node -> isNodeOne(node))
        .findFirst()
        .orElseThrow();
  }

  private boolean isNodeOne(Node node) {
    String host = cluster.node(1).address().getAddress().getHostAddress();
    return node.getBroadcastRpcAddress()
        .filter(address -> address.getAddress().getHostAddress().equals(host))
        .isPresent();
  }
}
