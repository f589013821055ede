package dev.rekey.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Servers in child processes of this JVM, each with its own folder, address and class path. */
final class EmbeddedCluster implements CassandraCluster {
  private static final int MOST_JOINS = 3;

  private final CassandraVersion version;
  private final Path directory;
  private final Lifetime lifetime;
  private final List<EmbeddedNode> nodes;

  private EmbeddedCluster(ClusterBuilder plan, Path directory) throws IOException {
    this.version = plan.version();
    this.directory = directory;
    this.lifetime = plan.lifetime();
    plan.tell("Resolving the jars of Cassandra " + version);
    List<Path> jars = new ServerClasspath().of(version);
    LoopbackAddresses loopback = new LoopbackAddresses();
    List<InetAddress> addresses = loopback.take(plan.nodes());
    List<EmbeddedNode> planned = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      String address = addresses.get(i).getHostAddress();
      String seed = addresses.get(0).getHostAddress();
      Path own = Files.createDirectories(directory.resolve("node" + (i + 1)));
      Path conf = new NodeConfig(version, address, seed, plan.settings()).writeTo(own);
      NodeCommand command =
          new NodeCommand(
              version,
              jars,
              own,
              conf,
              plan.heapMegabytes(),
              plan.jvmArguments(),
              loopback.takeJmxPort());
      planned.add(
          new EmbeddedNode(
              "node" + (i + 1),
              new InetSocketAddress(addresses.get(i), LoopbackAddresses.NATIVE_PORT),
              command,
              lifetime,
              this::servingNodes));
    }
    this.nodes = List.copyOf(planned);
  }

  static EmbeddedCluster start(ClusterBuilder plan) {
    EmbeddedCluster cluster;
    try {
      cluster = new EmbeddedCluster(plan, plan.newDirectory());
    } catch (IOException e) {
      throw new CassandraStartException(
          "Cannot write the configuration of a cluster: " + e.getMessage(), e);
    }

    try {
      // One after another: two nodes that join at once may choose the same tokens.
      for (EmbeddedNode node : cluster.nodes) {
        plan.tell("Starting %s of Cassandra %s".formatted(node, cluster.version));
        join(plan, node);
      }
      cluster.awaitUp();
      return cluster;
    } catch (RuntimeException e) {
      // The folder stays: its logs say why.
      cluster.nodes.forEach(EmbeddedNode::kill);
      throw e;
    }
  }

  /** On a busy machine the seed may answer later than a joining node is ready to wait. */
  private static void join(ClusterBuilder plan, EmbeddedNode node) {
    for (int attempt = 1; ; attempt++) {
      node.start();
      try {
        node.awaitUp();
        return;
      } catch (CassandraStartException e) {
        if (attempt == MOST_JOINS || node.isRunning() || !node.missedItsSeed()) {
          throw e;
        }
        plan.tell("Starting %s again: its seed did not answer in time".formatted(node));
      }
    }
  }

  private int servingNodes() {
    return (int) nodes.stream().filter(EmbeddedNode::isServing).count();
  }

  @Override
  public List<InetSocketAddress> contactPoints() {
    return nodes.stream().map(EmbeddedNode::address).toList();
  }

  @Override
  public String localDatacenter() {
    return NodeConfig.DATACENTER;
  }

  @Override
  public CassandraVersion version() {
    return version;
  }

  @Override
  public List<CassandraNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public Backend backend() {
    return Backend.EMBEDDED;
  }

  @Override
  public void awaitUp() {
    for (EmbeddedNode node : nodes) {
      if (node.isRunning()) {
        node.resume();
      } else {
        node.start();
        node.awaitUp();
      }
    }
    nodes.forEach(EmbeddedNode::awaitUp);
  }

  @Override
  public void close() {
    if (lifetime == Lifetime.KEPT) {
      return;
    }

    nodes.forEach(EmbeddedNode::kill);
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete the folder of a cluster, " + directory, e);
    }
  }

  @Override
  public String toString() {
    return "Cassandra %s (%s, %s)".formatted(version, backend().word(), nodes);
  }
}
