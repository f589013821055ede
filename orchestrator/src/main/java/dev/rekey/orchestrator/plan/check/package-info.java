/** The questions the planner asks, one class each. {@link PlanChecks} is the list of them. */
package dev.rekey.orchestrator.plan.check;
