package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import dev.rekey.cql.route.ReadPlan;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The columns of the target's answers under the source's names. Making them costs more than reading
 * a row, and the answers to a prepared statement share one description, so what was made for it is
 * kept, up to a bound.
 */
final class SourceColumns {
  private static final int MAX_PLANS = 5_000;

  private final Map<ReadPlan, Known> known = new ConcurrentHashMap<>();

  /** What was made of the description an answer came with. */
  private record Known(ColumnDefinitions target, ColumnDefinitions shown) {}

  ColumnDefinitions of(ReadPlan plan, ColumnDefinitions target) {
    Known before = known.get(plan);
    // The same object, not an equal one: comparing would cost what is to be saved.
    if (before != null && before.target() == target) {
      return before.shown();
    }
    ColumnDefinitions shown = new SourceNames(plan.mapping().source()).of(target, plan);
    if (known.size() >= MAX_PLANS) {
      known.clear();
    }
    known.put(plan, new Known(target, shown));
    return shown;
  }
}
