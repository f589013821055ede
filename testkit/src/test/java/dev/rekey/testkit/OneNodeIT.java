package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

@CassandraTest
final class OneNodeIT {

  private final CassandraCluster cluster;
  private final CqlSession session;
  private final TestKeyspace keyspace;

  OneNodeIT(CassandraCluster cluster, CqlSession session, TestKeyspace keyspace) {
    this.cluster = cluster;
    this.session = session;
    this.keyspace = keyspace;
  }

  @Test
  void rowsComeBack() {
    session.execute("CREATE TABLE %s (k int PRIMARY KEY, v text)".formatted(keyspace.table("t")));
    session.execute("INSERT INTO %s (k, v) VALUES (1, 'one')".formatted(keyspace.table("t")));

    assertThat(session.execute("SELECT v FROM " + keyspace.table("t")).one().getString("v"))
        .isEqualTo("one");
  }

  @Test
  void theVersionIsTheOneAskedFor() {
    assertThat(session.execute("SELECT release_version FROM system.local").one().getString(0))
        .isEqualTo(cluster.version().text());
  }

  @Test
  void materializedViewsAreAllowed() {
    session.execute("CREATE TABLE %s (k int PRIMARY KEY, v int)".formatted(keyspace.table("b")));
    session.execute(
        "CREATE MATERIALIZED VIEW %s AS SELECT * FROM %s WHERE v IS NOT NULL AND k IS NOT NULL PRIMARY KEY (v, k)"
            .formatted(keyspace.table("m"), keyspace.table("b")));
  }

  @Test
  void nodetoolSpeaksOfTheNode() {
    assertThat(cluster.nodetool("status"))
        .contains("UN  " + cluster.contactPoints().get(0).getAddress().getHostAddress());
  }

  @Test
  void theLogIsThere() {
    assertThat(Files.exists(cluster.node(1).logFile())).isTrue();
    assertThat(LogTail.of(cluster.node(1).logFile(), 3).lines()).hasSizeLessThanOrEqualTo(3);
  }
}
