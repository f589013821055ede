package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.util.List;
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
    session.execute(
        SimpleStatement.newInstance("INSERT INTO " + table + " (k, v) VALUES (?, ?)", key, value)
            .setConsistencyLevel(ConsistencyLevel.QUORUM)
            .setIdempotent(true));
  }

  private String read(int key) {
    return session
        .execute(
            SimpleStatement.newInstance("SELECT v FROM " + table + " WHERE k = ?", key)
                .setConsistencyLevel(ConsistencyLevel.QUORUM)
                .setIdempotent(true))
        .one()
        .getString("v");
  }
}
