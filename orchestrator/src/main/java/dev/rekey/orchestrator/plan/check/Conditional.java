package dev.rekey.orchestrator.plan.check;

import dev.rekey.cql.CqlParser;
import dev.rekey.cql.Modification;

/** Whether a declared write is a lightweight transaction. */
final class Conditional {

  private Conditional() {}

  static boolean isConditional(String cql) {
    return CqlParser.parse(cql) instanceof Modification write && write.conditions().present();
  }
}
