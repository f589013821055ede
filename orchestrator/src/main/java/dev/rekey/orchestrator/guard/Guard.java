package dev.rekey.orchestrator.guard;

/** One condition of a step; it only looks. */
@FunctionalInterface
public interface Guard {

  /** Measures and judges. */
  GuardResult check();
}
