package dev.rekey.orchestrator.verb;

import java.util.List;
import java.util.Map;

/**
 * How the Spark job is run.
 *
 * @param arguments further options of the job, as it takes them
 * @param environment the process's environment, credentials included
 */
public record JobOptions(List<String> arguments, Map<String, String> environment) {

  /** Copies the lists. */
  public JobOptions {
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  @Override
  public String toString() {
    return "JobOptions[arguments=" + arguments + "]";
  }
}
