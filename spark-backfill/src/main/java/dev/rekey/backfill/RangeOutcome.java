package dev.rekey.backfill;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What copying one range came to.
 *
 * @param rows rows read and written
 * @param cells cells written
 * @param bytes key and value bytes written
 * @param markerOnlyRows rows without a live cell, whose lifetime cannot be read
 * @param badRows rows that have no key in the target
 * @param badRowSamples some of them, with the reason
 */
record RangeOutcome(
    long rows,
    long cells,
    long bytes,
    long markerOnlyRows,
    long badRows,
    List<String> badRowSamples)
    implements Serializable {

  static final int MOST_SAMPLES = 20;
  static final RangeOutcome NONE = new RangeOutcome(0, 0, 0, 0, 0, List.of());

  RangeOutcome {
    badRowSamples =
        new ArrayList<>(badRowSamples.subList(0, Math.min(MOST_SAMPLES, badRowSamples.size())));
  }

  RangeOutcome plus(RangeOutcome other) {
    List<String> samples = new ArrayList<>(badRowSamples);
    samples.addAll(other.badRowSamples);
    return new RangeOutcome(
        rows + other.rows,
        cells + other.cells,
        bytes + other.bytes,
        markerOnlyRows + other.markerOnlyRows,
        badRows + other.badRows,
        samples);
  }
}
