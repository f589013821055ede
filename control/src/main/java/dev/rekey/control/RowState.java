package dev.rekey.control;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What one table shows of one row.
 *
 * @param exists whether there is a row, perhaps without any cell
 * @param cells its live cells whose write times can be read
 * @param wholes what is only known as a whole, by column: lists, and before Cassandra 5.0 every
 *     column of several cells
 */
public record RowState(boolean exists, Map<CellPath, Live> cells, Map<String, Whole> wholes) {
  /** Seconds to live of what never ends. */
  static final long FOREVER = 0;

  static final RowState ABSENT = new RowState(false, Map.of(), Map.of());

  public RowState {
    cells = Map.copyOf(cells);
    wholes = Map.copyOf(wholes);
  }

  /**
   * A live cell.
   *
   * @param value raw bytes; empty for an element of a set
   * @param secondsLeft {@link #FOREVER}, or what is left of its life
   */
  record Live(ByteBuffer value, long micros, long secondsLeft) {
    /** Whether it is the same write: lives are read one after the other and may differ a little. */
    boolean isSameWrite(Live other) {
      return micros == other.micros
          && value.equals(other.value)
          && (secondsLeft == FOREVER) == (other.secondsLeft == FOREVER);
    }
  }

  /**
   * A column of several cells, taken as one.
   *
   * @param largestMicros of its elements; empty if the server does not tell
   * @param secondsLeft by element; empty if the server does not tell
   */
  record Whole(ByteBuffer value, OptionalLong largestMicros, List<Long> secondsLeft) {
    Whole {
      secondsLeft = List.copyOf(secondsLeft);
    }
  }

  boolean shows(String column) {
    return wholes.containsKey(column)
        || cells.keySet().stream().anyMatch(path -> path.column().equals(column));
  }

  /** The youngest readable write time in the row. */
  public OptionalLong largestMicros() {
    long largest = Long.MIN_VALUE;
    for (Live cell : cells.values()) {
      largest = Math.max(largest, cell.micros());
    }
    for (Whole whole : wholes.values()) {
      largest = Math.max(largest, whole.largestMicros().orElse(Long.MIN_VALUE));
    }
    return largest == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(largest);
  }
}
