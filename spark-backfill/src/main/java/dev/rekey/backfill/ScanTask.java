package dev.rekey.backfill;

import dev.rekey.core.state.Leg;
import java.util.ArrayList;
import java.util.List;

/** Several ranges of one table whose result comes back as one. */
record ScanTask(Leg side, List<RangeTask> ranges) implements Placed {

  ScanTask {
    ranges = new ArrayList<>(ranges);
  }

  @Override
  public List<String> hosts() {
    return ranges.get(0).hosts();
  }

  /** Deals the ranges of both tables out to about {@code tasks} tasks per table. */
  static List<ScanTask> deal(List<RangeTask> source, List<RangeTask> target, int tasks) {
    List<ScanTask> dealt = new ArrayList<>();
    dealt.addAll(deal(Leg.SOURCE, source, tasks));
    dealt.addAll(deal(Leg.TARGET, target, tasks));
    return dealt;
  }

  private static List<ScanTask> deal(Leg side, List<RangeTask> ranges, int tasks) {
    int each = Math.max(1, (ranges.size() + tasks - 1) / tasks);
    List<ScanTask> dealt = new ArrayList<>();
    for (int from = 0; from < ranges.size(); from += each) {
      dealt.add(new ScanTask(side, ranges.subList(from, Math.min(ranges.size(), from + each))));
    }
    return dealt;
  }
}
