package dev.rekey.testkit;

import java.util.Collection;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Asks a server over JMX whom it sees alive. */
final class NodeJmx {

  private static final long TIMEOUT_SECONDS = 5;

  private NodeJmx() {}

  /** The number of nodes this server sees as live, itself included; 0 if it does not answer. */
  static int liveNodes(int jmxPort) {
    // A paused server accepts the connection and never answers, and RMI has no timeout: so ask on
    // a daemon thread and leave it behind if need be.
    ExecutorService asking =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "jmx-" + jmxPort);
              thread.setDaemon(true);
              return thread;
            });
    try {
      Future<Integer> answer = asking.submit(() -> ask(jmxPort));
      return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    } finally {
      asking.shutdownNow();
    }
  }

  @SuppressWarnings("BanJNDI") // Our own child on loopback is the only one that can answer.
  private static int ask(int jmxPort) throws Exception {
    JMXServiceURL url =
        new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + jmxPort + "/jmxrmi");
    try (JMXConnector connector = JMXConnectorFactory.connect(url)) {
      Object live =
          connector
              .getMBeanServerConnection()
              .getAttribute(
                  new ObjectName("org.apache.cassandra.db:type=StorageService"), "LiveNodes");
      return ((Collection<?>) live).size();
    }
  }
}
