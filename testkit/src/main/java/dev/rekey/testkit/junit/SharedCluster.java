package dev.rekey.testkit.junit;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.CassandraNode;
import dev.rekey.testkit.DriverSessions;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A cluster, its session and its count of tests, for all test classes of one shape. The store of
 * JUnit's root context closes it after the last test.
 */
final class SharedCluster implements AutoCloseable {

  private static final String BUDGET = "rekey.test.budget.minutes";
  private static final AtomicInteger KEYSPACES = new AtomicInteger();
  private static final int LONGEST_PREFIX = 30;
  private static final long RECONNECT_PROBE_NANOS = 200_000_000;

  private final Shape shape;
  private final CassandraCluster cluster;
  private final CqlSession session;
  private final AtomicInteger ran = new AtomicInteger();
  private final AtomicInteger skipped = new AtomicInteger();

  SharedCluster(Shape shape) {
    this.shape = shape;
    this.cluster = shape.start();
    this.session = openOrClose(cluster);
  }

  private static CqlSession openOrClose(CassandraCluster cluster) {
    try {
      return DriverSessions.open(cluster);
    } catch (RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
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
    change(
        "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %d}"
            .formatted(name, cluster.localDatacenter(), shape.nodes()));
    return new TestKeyspace(name, shape.nodes());
  }

  /** Brings back what the test class took down, then drops its keyspace. */
  void leave(TestKeyspace keyspace) {
    cluster.awaitUp();
    awaitSession();
    change("DROP KEYSPACE IF EXISTS " + keyspace.name());
  }

  /** Our own changes of the schema get more time: they run when servers have just started. */
  private void change(String cql) {
    session.execute(SimpleStatement.newInstance(cql).setTimeout(CassandraNode.PATIENCE));
  }

  /** A server that was down is up before the driver has reconnected to it. */
  private void awaitSession() {
    long deadline = System.nanoTime() + DriverSessions.TIMEOUT.toNanos();
    while (true) {
      try {
        session.execute("SELECT release_version FROM system.local");
        return;
      } catch (AllNodesFailedException | DriverTimeoutException e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
        LockSupport.parkNanos(RECONNECT_PROBE_NANOS);
      }
    }
  }

  @Override
  public void close() {
    try (cluster;
        session) {
      System.out.printf(
          "[rekey] %d tests ran on Cassandra %s (%s, %d %s)%s; this module's JVM took %s%n",
          ran.get(),
          shape.version(),
          cluster.backend().word(),
          shape.nodes(),
          shape.nodes() == 1 ? "node" : "nodes",
          skipped.get() == 0 ? "" : ", " + skipped.get() + " were skipped",
          spent());
    }
  }

  /** Time since this JVM started; a module that takes longer than planned says so, and passes. */
  private static String spent() {
    long seconds = ManagementFactory.getRuntimeMXBean().getUptime() / 1000;
    String text = "%d:%02d min".formatted(seconds / 60, seconds % 60);
    Integer minutes = Integer.getInteger(BUDGET);
    if (minutes == null) {
      return text;
    }
    return "%s of its %d%s".formatted(text, minutes, seconds > 60L * minutes ? ": TOO LONG" : "");
  }
}
