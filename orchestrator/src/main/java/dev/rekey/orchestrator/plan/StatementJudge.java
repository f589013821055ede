package dev.rekey.orchestrator.plan;

import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.orchestrator.spec.SpecStatement;

/** Decides what becomes of a statement once its table is re-keyed. */
@FunctionalInterface
public interface StatementJudge {

  /** Never throws for a statement that parses; one that cannot be served is refused by verdict. */
  AccessPattern judge(SpecStatement statement, KeyMapping mapping);
}
