package dev.rekey.backfill;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gathers rows of one target partition, so that one unlogged batch of them is one mutation.
 *
 * <p>Neighbours of the source need not be neighbours in the target: several partitions are open at
 * a time, up to a bound, and the one opened first is closed to make room.
 */
final class PartitionBatches {

  /** Takes the rows of one partition that belong into one batch. */
  interface Sink {
    void send(List<TargetRow> rows) throws InterruptedException;
  }

  private static final int OPEN_PARTITIONS = 256;

  private final int partitionColumns;
  private final int mostStatements;
  private final int mostBytes;
  private final Sink sink;
  private final Map<List<ByteBuffer>, Open> open = new LinkedHashMap<>();

  PartitionBatches(int partitionColumns, int mostStatements, int mostBytes, Sink sink) {
    this.partitionColumns = partitionColumns;
    this.mostStatements = mostStatements;
    this.mostBytes = mostBytes;
    this.sink = sink;
  }

  /** Adds a row; a row is never divided, so one beyond the bounds makes a batch of its own. */
  void add(TargetRow row) throws InterruptedException {
    List<ByteBuffer> partition = row.partition(partitionColumns);
    Open batch = open.get(partition);
    if (batch != null && !batch.hasRoomFor(row, mostStatements, mostBytes)) {
      open.remove(partition);
      sink.send(batch.rows);
      batch = null;
    }
    if (batch == null) {
      makeRoom();
      batch = new Open();
      open.put(partition, batch);
    }
    batch.add(row);
  }

  /** Sends everything that is still open. */
  void flush() throws InterruptedException {
    for (Open batch : open.values()) {
      sink.send(batch.rows);
    }
    open.clear();
  }

  private void makeRoom() throws InterruptedException {
    if (open.size() >= OPEN_PARTITIONS) {
      List<ByteBuffer> eldest = open.keySet().iterator().next();
      sink.send(open.remove(eldest).rows);
    }
  }

  private static final class Open {
    private final List<TargetRow> rows = new ArrayList<>();
    private int statements;
    private long bytes;

    boolean hasRoomFor(TargetRow row, int mostStatements, int mostBytes) {
      return statements + row.groups().size() <= mostStatements && bytes + row.bytes() <= mostBytes;
    }

    void add(TargetRow row) {
      rows.add(row);
      statements += row.groups().size();
      bytes += row.bytes();
    }
  }
}
