package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.token.TokenRange;
import dev.rekey.core.token.TokenRanges;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Divides the ring into ranges of work that never cross a replica boundary.
 *
 * <p>How it is divided may change between two attempts of a run (nodes join, data grows): what is
 * left is computed by taking finished ranges away, never by recognising them.
 */
final class Ring {

  private static final int FEWEST_RANGES = 32;
  private static final int MOST_RANGES = 100_000;
  private static final long BYTES_PER_RANGE = 32L << 20;

  private final CqlSession session;
  private final TokenMap tokens;

  Ring(CqlSession session) {
    this.session = session;
    this.tokens =
        session
            .getMetadata()
            .getTokenMap()
            .filter(map -> map.getPartitionerName().endsWith("Murmur3Partitioner"))
            .orElseThrow(
                () ->
                    new BackfillRefusedException(
                        "Cannot divide the ring: the partitioner is not Murmur3Partitioner"));
  }

  /** How many ranges suit the table's size, as the node we talk to estimates it. */
  int suitableRanges(TableShape table, int parallelism) {
    long bytes = 0;
    for (Row row :
        session.execute(
            SimpleStatement.newInstance(
                "SELECT mean_partition_size, partitions_count FROM system.size_estimates"
                    + " WHERE keyspace_name = ? AND table_name = ?",
                table.keyspace(),
                table.table()))) {
      bytes += row.getLong(0) * row.getLong(1);
    }
    long clusterBytes = bytes * session.getMetadata().getNodes().size();
    long wanted = Math.max(clusterBytes / BYTES_PER_RANGE, 4L * parallelism);
    return (int) Math.max(FEWEST_RANGES, Math.min(MOST_RANGES, wanted));
  }

  /**
   * Ranges that tile the whole ring, about {@code wanted} of them, each with the addresses of its
   * replicas.
   */
  List<RangeTask> divide(String keyspace, int wanted) {
    List<RangeTask> tasks = new ArrayList<>();
    Collection<com.datastax.oss.driver.api.core.metadata.token.TokenRange> ring =
        tokens.getTokenRanges();
    for (com.datastax.oss.driver.api.core.metadata.token.TokenRange owned : ring) {
      List<String> hosts =
          tokens.getReplicas(CqlIdentifier.fromInternal(keyspace), owned).stream()
              .map(Ring::host)
              .toList();
      long start = Long.parseLong(tokens.format(owned.getStart()));
      long end = Long.parseLong(tokens.format(owned.getEnd()));
      for (TokenRange part : TokenRanges.unwrap(start, end)) {
        for (TokenRange piece : part.split(share(part, wanted))) {
          tasks.add(new RangeTask(piece.start(), piece.end(), hosts));
        }
      }
    }
    TokenRanges.requireTiling(tasks.stream().map(RangeTask::range).toList());
    return tasks;
  }

  /** What is left of the tasks when finished ranges are taken away. */
  static List<RangeTask> minus(List<RangeTask> tasks, List<TokenRange> done) {
    List<RangeTask> left = new ArrayList<>();
    for (RangeTask task : tasks) {
      for (TokenRange range : TokenRanges.minus(List.of(task.range()), done)) {
        left.add(new RangeTask(range.start(), range.end(), task.hosts()));
      }
    }
    return left;
  }

  /** The part of the ring that the ranges cover, from 0 to 1. */
  static double fraction(Collection<TokenRange> ranges) {
    double sum = 0;
    for (TokenRange range : ranges) {
      sum += range.size().doubleValue();
    }
    return sum / TokenRanges.WHOLE.size().doubleValue();
  }

  private static int share(TokenRange part, int wanted) {
    return (int) Math.max(1, Math.round(fraction(List.of(part)) * wanted));
  }

  private static String host(Node node) {
    return node.getBroadcastRpcAddress()
        .map(InetSocketAddress::getHostString)
        .orElse(String.valueOf(node.getEndPoint()));
  }
}
