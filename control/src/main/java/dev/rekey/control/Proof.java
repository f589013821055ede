package dev.rekey.control;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What the home table is known to have been written: anything up to these times that it does not
 * show is dead there, and not merely still on its way.
 *
 * @param cells by cell
 * @param columns by column
 * @param row every cell and the marker of the row
 */
public record Proof(Map<CellPath, Long> cells, Map<String, Long> columns, OptionalLong row) {
  public Proof {
    cells = Map.copyOf(cells);
    columns = Map.copyOf(columns);
  }

  /** Nothing is known. */
  public static Proof none() {
    return new Proof(Map.of(), Map.of(), OptionalLong.empty());
  }

  /** The home has shown these cells before. */
  public static Proof ofSeen(RowState before) {
    Map<CellPath, Long> cells = new HashMap<>();
    before.cells().forEach((path, live) -> cells.put(path, live.micros()));
    return new Proof(cells, Map.of(), OptionalLong.empty());
  }

  /** The home has surely taken a write to these columns at that time. */
  public Proof andWritten(Collection<String> written, long micros) {
    Map<String, Long> more = new HashMap<>(columns);
    written.forEach(column -> more.merge(column, micros, Math::max));
    return new Proof(cells, more, row);
  }

  /** The youngest write to the row that the home is known to have taken. */
  public OptionalLong largestMicros() {
    long largest = row.orElse(Long.MIN_VALUE);
    for (long micros : cells.values()) {
      largest = Math.max(largest, micros);
    }
    for (long micros : columns.values()) {
      largest = Math.max(largest, micros);
    }
    return largest == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(largest);
  }

  /** The home has surely lost the whole row: whatever it has of it is known up to that time. */
  public Proof andRow(long micros) {
    return new Proof(cells, columns, OptionalLong.of(Math.max(micros, row.orElse(micros))));
  }

  /** Up to when a cell that the home does not show is dead. */
  long deadUpTo(CellPath path) {
    return Math.max(
        cells.getOrDefault(path, Long.MIN_VALUE),
        columns.getOrDefault(path.column(), Long.MIN_VALUE));
  }
}
