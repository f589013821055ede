package dev.rekey.migrations;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Replication of a keyspace that must be created. */
final class Replication {
  private static final int WANTED = 3;

  private Replication() {}

  /** NetworkTopologyStrategy over every data centre, three replicas or as many as it has nodes. */
  static Map<String, String> forNodes(Collection<Node> nodes) {
    Map<String, Integer> counts = new TreeMap<>();
    for (Node node : nodes) {
      if (node.getDatacenter() != null) {
        counts.merge(node.getDatacenter(), 1, Integer::sum);
      }
    }
    return forCounts(counts);
  }

  static Map<String, String> forCounts(Map<String, Integer> nodesByDatacenter) {
    if (nodesByDatacenter.isEmpty()) {
      throw new MigrationException(
          "Cannot choose a replication: no node's data centre is known. Give one with replication(Map).");
    }
    Map<String, String> replication = new TreeMap<>();
    replication.put("class", "NetworkTopologyStrategy");
    nodesByDatacenter.forEach(
        (name, count) -> replication.put(name, String.valueOf(Math.min(WANTED, count))));
    return replication;
  }

  /** As a CQL map literal, the class first. */
  static String cql(Map<String, String> replication) {
    return replication.entrySet().stream()
        .sorted(
            (a, b) ->
                a.getKey().equals("class")
                    ? (b.getKey().equals("class") ? 0 : -1)
                    : b.getKey().equals("class") ? 1 : a.getKey().compareTo(b.getKey()))
        .map(entry -> quote(entry.getKey()) + ": " + quote(entry.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String quote(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
