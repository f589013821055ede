package dev.rekey.migrations;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.UUID;

/**
 * Sends a script's statements. Schema changes of all runners go to the same node while it is up
 * (the one with the smallest host id), because two nodes that create the same table at once may
 * create it with two ids, and the losing rows are gone.
 */
final class Ddl {
  private final CqlSession session;
  private final Duration timeout;
  private final Duration agreementTimeout;
  private final LeaseClock clock;

  Ddl(Settings settings) {
    this.session = settings.session();
    this.timeout = settings.statementTimeout();
    this.agreementTimeout = settings.agreementTimeout();
    this.clock = settings.clock();
  }

  void changeSchema(String cql) {
    SimpleStatement statement = statement(cql);
    session.execute(coordinator().map(statement::setNode).orElse(statement));
  }

  void write(String cql) {
    session.execute(statement(cql));
  }

  private SimpleStatement statement(String cql) {
    return SimpleStatement.newInstance(cql)
        .setTimeout(timeout)
        .setConsistencyLevel(DefaultConsistencyLevel.QUORUM)
        .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL)
        .setIdempotent(false);
  }

  private Optional<Node> coordinator() {
    return session.getMetadata().getNodes().values().stream()
        .filter(node -> node.getState() == NodeState.UP && node.getOpenConnections() > 0)
        .filter(node -> node.getHostId() != null)
        .min(Comparator.comparing(Ddl::hostId));
  }

  private static UUID hostId(Node node) {
    UUID id = node.getHostId();
    return id == null ? new UUID(0, 0) : id;
  }

  /**
   * Returns when all reachable nodes have the same schema.
   *
   * @throws MigrationException if they do not within the bound
   */
  void awaitAgreement() {
    long start = clock.monotonicNanos();
    // One question waits inside the driver, as long as its own setting says.
    while (!session.checkSchemaAgreement()) {
      if (clock.monotonicNanos() - start >= agreementTimeout.toNanos()) {
        throw new MigrationException(
            "Cannot go on: the nodes do not agree on the schema after %s. Compare 'nodetool describecluster' (if advanced.control-connection.schema-agreement.timeout is 0, set it), then run again."
                .formatted(agreementTimeout));
      }
      pause();
    }
  }

  private void pause() {
    try {
      clock.sleep(Duration.ofMillis(200));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MigrationException("Cannot wait for schema agreement: interrupted", e);
    }
  }
}
