package dev.rekey.testkit;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * A running Cassandra cluster of one to three nodes.
 *
 * <p>No server outlives this JVM, however it ends, unless the cluster was built with {@link
 * ClusterBuilder#keep()}.
 */
public interface CassandraCluster extends AutoCloseable {

  /** Starts to describe a cluster; the defaults are stated at each method of the builder. */
  static ClusterBuilder builder() {
    return new ClusterBuilder();
  }

  /** Where the nodes answer CQL, in the order of {@link #nodes()}. */
  List<InetSocketAddress> contactPoints();

  /** The data centre's name, {@code datacenter1}. */
  String localDatacenter();

  /** The version that runs. */
  CassandraVersion version();

  /** All nodes, running or not. */
  List<CassandraNode> nodes();

  /** How the servers came to be. */
  Backend backend();

  /**
   * One node, counted from 1 as in its address.
   *
   * @throws IllegalArgumentException if there is no such node
   */
  default CassandraNode node(int number) {
    if (number < 1 || number > nodes().size()) {
      throw new IllegalArgumentException(
          "Cannot find node %d: this cluster has nodes 1 to %d".formatted(number, nodes().size()));
    }

    return nodes().get(number - 1);
  }

  /** Runs {@code nodetool} against node 1; see {@link CassandraNode#nodetool}. */
  default String nodetool(String... arguments) {
    return node(1).nodetool(arguments);
  }

  /**
   * Brings every node back: wakes and restarts what a test paused or ended.
   *
   * @throws CassandraStartException if one does not come up
   */
  void awaitUp();

  /** Ends the servers and deletes their data; leaves both when the cluster was built to be kept. */
  @Override
  void close();
}
