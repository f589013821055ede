package dev.rekey.testkit.junit;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.DriverSessions;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A cluster, its session and its count of tests, for all test classes of one shape. The store of
 * JUnit's root context closes it after the last test.
 */
final class SharedCluster implements AutoCloseable {

  private static final AtomicInteger KEYSPACES = new AtomicInteger();
  private static final int LONGEST_PREFIX = 30;

  private final Shape shape;
  private final CassandraCluster cluster;
  private final CqlSession session;
  private final AtomicInteger ran = new AtomicInteger();
  private final AtomicInteger skipped = new AtomicInteger();

  SharedCluster(Shape shape) {
    this.shape = shape;
    this.cluster = shape.start();
    this.session = DriverSessions.open(cluster);
  }

  CassandraCluster cluster() {
    return cluster;
  }

  CqlSession session() {
    return session;
  }

  void countRun() {
    ran.incrementAndGet();
  }

  void countSkipped() {
    skipped.incrementAndGet();
  }

  TestKeyspace createKeyspace(Class<?> testClass) {
    String prefix = testClass.getSimpleName().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    String name =
        "t_%s_%d"
            .formatted(
                prefix.substring(0, Math.min(prefix.length(), LONGEST_PREFIX)),
                KEYSPACES.incrementAndGet());
    session.execute(
        "CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %d}"
            .formatted(name, cluster.localDatacenter(), shape.nodes()));
    return new TestKeyspace(name, shape.nodes());
  }

  /** Brings back what the test class took down, then drops its keyspace. */
  void leave(TestKeyspace keyspace) {
    cluster.awaitUp();
    session.execute("DROP KEYSPACE IF EXISTS " + keyspace.name());
  }

  @Override
  public void close() {
    try (cluster;
        session) {
      System.out.printf(
          "[rekey] %d tests ran on Cassandra %s (%s, %d %s)%s%n",
          ran.get(),
          shape.version(),
          cluster.kind(),
          shape.nodes(),
          shape.nodes() == 1 ? "node" : "nodes",
          skipped.get() == 0 ? "" : ", " + skipped.get() + " were skipped");
    }
  }
}
