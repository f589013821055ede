package dev.rekey.orchestrator.plan;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.core.mapping.TableShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What the servers' own estimates say about partitions: cheap, bounded, and only as fresh as the
 * last flush. Nothing of the table itself is read.
 */
public final class LiveSizing {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final long WARN_BYTES = 100L * 1024 * 1024;

  private LiveSizing() {}

  /** Asks the coordinator for the estimates it keeps of the table. */
  public static Sizing measure(CqlSession session, TableShape table) {
    try {
      long partitions = 0;
      long bytes = 0;
      for (Row row :
          session.execute(
              SimpleStatement.newInstance(
                      "SELECT mean_partition_size, partitions_count FROM system.size_estimates"
                          + " WHERE keyspace_name = ? AND table_name = ?",
                      table.keyspace(),
                      table.table())
                  .setTimeout(TIMEOUT))) {
        partitions += row.getLong("partitions_count");
        bytes += row.getLong("partitions_count") * row.getLong("mean_partition_size");
      }
      List<String> lines = new ArrayList<>();
      if (partitions == 0) {
        lines.add("no estimate yet: the table is empty or was not flushed since the server looked");
      } else {
        lines.add(
            "source: about %d partitions of %d bytes on average on one node (size_estimates)"
                .formatted(partitions, bytes / partitions));
        if (bytes / partitions > WARN_BYTES) {
          lines.add("WARN: the average partition is larger than 100 MB");
        }
      }
      largest(session, table, lines);
      lines.add("target: not measured; it would need a scan of the data");
      return new Sizing(lines);
    } catch (DriverException e) {
      return new Sizing(List.of("not measured (" + e.getMessage() + ")"));
    }
  }

  private static void largest(CqlSession session, TableShape table, List<String> lines) {
    try {
      Row row =
          session
              .execute(
                  SimpleStatement.newInstance(
                          "SELECT mebibytes FROM system_views.max_partition_size"
                              + " WHERE keyspace_name = ? AND table_name = ?",
                          table.keyspace(),
                          table.table())
                      .setTimeout(TIMEOUT))
              .one();
      if (row != null) {
        lines.add("source: the largest partition has about %d MiB".formatted(row.getLong(0)));
      }
    } catch (DriverException e) {
      lines.add("largest partition: not measured (this version does not tell)");
    }
  }
}
