package dev.rekey.demo.app;

import java.util.List;

/**
 * How large partitions are.
 *
 * @param bytes of the values as the client received them, keys included; on disk it is more
 */
public record PartitionSizes(int partitions, Spread rows, Spread bytes) {
  /** Of the partitions of a table. */
  public record Spread(long median, long p99, long max) {
    static Spread of(List<Long> values) {
      List<Long> sorted = values.stream().sorted().toList();
      return sorted.isEmpty()
          ? new Spread(0, 0, 0)
          : new Spread(at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1));
    }

    private static long at(List<Long> sorted, double share) {
      return sorted.get((int) Math.max(0, Math.ceil(share * sorted.size()) - 1));
    }
  }

  static PartitionSizes of(List<Long> rows, List<Long> bytes) {
    return new PartitionSizes(rows.size(), Spread.of(rows), Spread.of(bytes));
  }
}
