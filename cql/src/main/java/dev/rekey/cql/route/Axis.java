package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import java.util.Optional;

/** How the values of one computed column are found. */
sealed interface Axis {
  Column column();

  /** All inputs of the rule are known: one value. */
  record Derived(Column column, Derivation rule) implements Axis {}

  /** The buckets of a closed range. */
  record Between(
      Column column,
      Derivation.Monotone rule,
      Column input,
      KeyRestriction.Bound low,
      KeyRestriction.Bound high)
      implements Axis {}

  /** The values that the bucket index shows, within the open range of the input if that has one. */
  record Indexed(
      Column column,
      Derivation rule,
      Column input,
      Optional<KeyRestriction.Bound> low,
      Optional<KeyRestriction.Bound> high)
      implements Axis {}

  /** Every possible value. */
  record Every(Column column, Derivation.Finite rule) implements Axis {}
}
