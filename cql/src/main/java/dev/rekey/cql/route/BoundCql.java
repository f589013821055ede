package dev.rekey.cql.route;

import java.util.List;
import java.util.Objects;

/**
 * A statement that can be sent as it is.
 *
 * @param text CQL whose markers are all positional
 * @param values one per marker
 */
public record BoundCql(String text, List<BoundValue> values) {
  public BoundCql {
    Objects.requireNonNull(text, "text");
    values = List.copyOf(values);
  }
}
