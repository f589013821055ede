package dev.rekey.control;

import static java.util.Objects.requireNonNull;

import dev.rekey.core.state.Leg;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;

/**
 * Which row is to be made equal, and what is known about it.
 *
 * @param home the table that is right
 * @param sourceKey the source's whole primary key
 * @param columns the columns to make equal, as the source names them
 * @param micros when the write was made, as far as it is known: copies that cannot carry a write
 *     time of their own are made after it
 * @param settledMicros nothing up to this time can still be on its way, so what differs up to it
 *     differs for good
 * @param marker what becomes of the row's marker
 * @param look how the home is read
 */
public record Ruling(
    Leg home,
    List<ByteBuffer> sourceKey,
    Set<String> columns,
    long micros,
    long settledMicros,
    Proof proof,
    Marker marker,
    Look look) {

  /** How the home is read. */
  public enum Look {
    /** What is decided there includes transactions. */
    SERIAL,
    QUORUM
  }

  /**
   * The marker that keeps a row without cells; no statement can read it.
   *
   * @param policy when one is written
   * @param micros its time, if the policy says so
   * @param seconds to live, if the row has no cell to tell
   */
  public record Marker(Policy policy, long micros, long seconds) {

    /** When a marker is written. */
    public enum Policy {
      /** Only for a row that has nothing else. */
      WHERE_NEEDED,
      /** Also for a row that the other table lacks, as old as its oldest cell. */
      OF_NEW_ROWS,
      /**
       * Always, as old as the oldest cell among the columns: a transaction has inserted the row.
       */
      OF_CELLS,
      /** Always, at its own time. */
      AT_TIME
    }

    /** A marker without a time and a life of its own. */
    public static Marker of(Policy policy) {
      return new Marker(policy, Long.MIN_VALUE, RowState.FOREVER);
    }
  }

  public Ruling {
    requireNonNull(home, "home is null");
    sourceKey = List.copyOf(sourceKey);
    columns = Set.copyOf(columns);
    requireNonNull(proof, "proof is null");
    requireNonNull(marker, "marker is null");
    requireNonNull(look, "look is null");
  }
}
