package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanContext;

/** Says honestly where a schema file cannot tell what a cluster could. */
final class Known {

  private Known() {}

  static String fromFileOnly(PlanContext context) {
    return context.source().live() ? "" : " in " + context.source().origin();
  }
}
