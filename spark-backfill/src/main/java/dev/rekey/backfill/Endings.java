package dev.rekey.backfill;

import dev.rekey.core.digest.Digest128;

/**
 * When the cells of a row end. Two equal rows may differ by a second per cell, because a remaining
 * lifetime is rounded to seconds at every reading and writing; so besides what can be compared
 * exactly there is a sum, which tells a systematic drift from such noise.
 *
 * @param pattern which cells end at all
 * @param exact every second
 * @param cells how many cells end
 * @param secondSum the sum of the seconds at which they end
 */
record Endings(Digest128 pattern, Digest128 exact, long cells, long secondSum) {

  /** Of a row of which no cell ends. */
  static final Endings NONE = new Endings(Digest128.ZERO, Digest128.ZERO, 0, 0);
}
