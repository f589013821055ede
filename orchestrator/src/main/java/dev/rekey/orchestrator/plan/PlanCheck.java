package dev.rekey.orchestrator.plan;

/** One question the planner asks; it only looks. */
@FunctionalInterface
public interface PlanCheck {

  /** The finding; a check that does not concern this table passes. */
  Verdict judge(PlanContext context);
}
