package dev.rekey.orchestrator.guard;

import com.datastax.oss.driver.api.core.CqlSession;

/** All nodes have the same schema. */
public final class SchemaAgreementGuard implements Guard {

  private final CqlSession session;

  /** Asks through this session. */
  public SchemaAgreementGuard(CqlSession session) {
    this.session = session;
  }

  @Override
  public GuardResult check() {
    return session.checkSchemaAgreement()
        ? GuardResult.pass("schema-agreement", "all nodes agree")
        : GuardResult.fail(
            "schema-agreement",
            "nodes have different schema versions",
            "wait, or look at 'nodetool describecluster'; then run this again");
  }
}
