package dev.rekey.runbooks;

import java.util.List;

/** What the engine needs from the world; implemented by the orchestrator. */
public interface StepExecutor {

  /**
   * Runs a Rekey command in this process.
   *
   * @param arguments the command and its options, without the program's name
   * @return its exit code, 0 for success
   */
  int run(List<String> arguments);

  /**
   * True if the migration is in the named state now, or has passed it on the main road. A migration
   * that does not exist has reached nothing.
   */
  boolean reached(String migration, String state);
}
