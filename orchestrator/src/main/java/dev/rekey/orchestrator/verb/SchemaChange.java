package dev.rekey.orchestrator.verb;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.engine.Durations;
import dev.rekey.orchestrator.engine.Waiting;
import java.time.Duration;

/** Statements that change the schema: sent once, and awaited on every node. */
final class SchemaChange {

  private static final Duration BOUND = Duration.ofSeconds(60);

  private SchemaChange() {}

  static void execute(VerbContext context, String ddl) {
    context
        .stores()
        .session()
        .execute(SimpleStatement.newInstance(ddl).setTimeout(BOUND).setIdempotent(false));
  }

  /**
   * Waits until all nodes have the same schema.
   *
   * @throws RekeyException with exit code 16 if they have not within a minute
   */
  static void awaitAgreement(VerbContext context) {
    CqlSession session = context.stores().session();
    Waiting waiting = Waiting.atMost(BOUND);
    while (!session.checkSchemaAgreement()) {
      if (waiting.over()) {
        throw new RekeyException(
            ExitCode.OUTCOME_UNKNOWN,
            "Cannot go on: nodes do not agree about the schema after " + Durations.words(BOUND),
            "look at 'nodetool describecluster'; then run the same command again");
      }
      waiting.pause(context.timing().poll());
    }
  }
}
