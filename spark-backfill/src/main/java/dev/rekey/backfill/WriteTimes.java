package dev.rekey.backfill;

import java.time.Clock;

/** Which timestamp a copied statement carries. */
interface WriteTimes {

  /** The timestamp to write, given the one that is right. */
  long of(long exactMicros);

  /** The right one. */
  WriteTimes EXACT = exact -> exact;

  /**
   * The negative control: stamps every cell with the present, which brings back what was deleted
   * while the copy ran. Only tests may ask for it.
   *
   * @throws BackfillRefusedException if the process does not declare itself a test
   */
  static WriteTimes fromProperties(Clock clock) {
    String asked = System.getProperty("rekey.backfill.timestamps", "exact");
    if (asked.equals("exact")) {
      return EXACT;
    }
    if (!asked.equals("now") || !Boolean.getBoolean("rekey.test")) {
      throw new BackfillRefusedException(
          "Cannot use timestamps '%s': only exact timestamps keep deleted data deleted. "
                  .formatted(asked)
              + "Remove -Drekey.backfill.timestamps.");
    }
    return unused -> clock.millis() * 1000;
  }
}
