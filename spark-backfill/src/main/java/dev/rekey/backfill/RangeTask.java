package dev.rekey.backfill;

import dev.rekey.core.token.TokenRange;
import java.util.ArrayList;
import java.util.List;

/**
 * A range to work on, as Spark ships it.
 *
 * @param start excluded
 * @param end included
 * @param hosts addresses of the replicas, where the work is best done
 */
record RangeTask(long start, long end, List<String> hosts) implements Placed {

  RangeTask {
    hosts = new ArrayList<>(hosts);
  }

  TokenRange range() {
    return new TokenRange(start, end);
  }
}
