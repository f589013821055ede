package dev.rekey.orchestrator.plan;

import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.orchestrator.spec.Spec;

/**
 * Everything a check may look at.
 *
 * @param spec what the operator wants
 * @param mapping the compiled mapping
 * @param source the source as it is
 * @param target what would be created
 * @param version the server's
 */
public record PlanContext(
    Spec spec, KeyMapping mapping, TableSchema source, TargetTable target, ServerVersion version) {

  /** True if one partition of the source is spread over several of the target. */
  public boolean partitionSplits() {
    return mapping.target().partitionKey().stream()
        .flatMap(column -> mapping.rule(column.name()).sources().stream())
        .anyMatch(
            name ->
                mapping.source().partitionKey().stream()
                    .noneMatch(column -> column.name().equals(name)));
  }

  /** True if several partitions of the source meet in one of the target. */
  public boolean partitionsMerge() {
    return mapping.source().partitionKey().stream()
        .anyMatch(
            column ->
                mapping
                    .carrier(column.name())
                    .filter(carrier -> mapping.target().partitionKey().contains(carrier))
                    .isEmpty());
  }
}
