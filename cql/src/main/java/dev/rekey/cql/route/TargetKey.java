package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import java.util.Optional;
import java.util.Set;

/** Whether the target's primary key can carry the restrictions made on the source's. */
final class TargetKey {
  private TargetKey() {}

  /** Computed columns are always single values here; carried ones keep what was said of them. */
  static Optional<Routing.Refused> check(KeyMapping mapping, KeyRestrictions restrictions) {
    return check(mapping, restrictions, Set.of());
  }

  /**
   * @param listed source columns whose values the bucket index tells
   */
  static Optional<Routing.Refused> check(
      KeyMapping mapping, KeyRestrictions restrictions, Set<String> listed) {
    for (KeyRestriction restriction : restrictions.all()) {
      String name = restriction.column().name();
      if (!restriction.isAbsent() && mapping.carrier(name).isEmpty()) {
        return Optional.of(Refusals.notCarried(name));
      }
    }
    for (Column column : mapping.target().partitionKey()) {
      Optional<KeyRestriction> carried = carried(mapping, column, restrictions);
      if (carried.isPresent()
          && !carried.get().isPoint()
          && !listed.contains(carried.get().column().name())) {
        return Optional.of(Refusals.unbounded(column.name()));
      }
    }
    return clustering(mapping, restrictions);
  }

  private static Optional<Routing.Refused> clustering(
      KeyMapping mapping, KeyRestrictions restrictions) {
    boolean open = false;
    for (Column column : mapping.target().clustering()) {
      Optional<KeyRestriction> carried = carried(mapping, column, restrictions);
      boolean restricted = carried.isEmpty() || !carried.get().isAbsent();
      if (restricted && open) {
        return Optional.of(Refusals.restriction(column.name()));
      }
      open |= carried.isPresent() && !carried.get().isPoint();
    }
    return Optional.empty();
  }

  private static Optional<KeyRestriction> carried(
      KeyMapping mapping, Column column, KeyRestrictions restrictions) {
    return mapping.rule(column.name()) instanceof Derivation.Copy copy
            && restrictions.isKey(copy.column())
        ? Optional.of(restrictions.on(copy.column()))
        : Optional.empty();
  }
}
