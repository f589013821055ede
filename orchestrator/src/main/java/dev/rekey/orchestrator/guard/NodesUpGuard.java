package dev.rekey.orchestrator.guard;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.util.Collection;
import java.util.List;

/** Every node of the cluster is up. */
public final class NodesUpGuard implements Guard {

  private final CqlSession session;

  /** Asks this session's view of the cluster. */
  public NodesUpGuard(CqlSession session) {
    this.session = session;
  }

  @Override
  public GuardResult check() {
    Collection<Node> nodes = session.getMetadata().getNodes().values();
    List<String> down =
        nodes.stream()
            .filter(node -> node.getState() != NodeState.UP && node.getState() != NodeState.UNKNOWN)
            .map(node -> node.getEndPoint() + " " + node.getState())
            .toList();
    return down.isEmpty()
        ? GuardResult.pass("nodes-up", nodes.size() + " of " + nodes.size() + " nodes are up")
        : GuardResult.fail(
            "nodes-up", "not up: " + String.join(", ", down), "bring the nodes up first");
  }
}
