package dev.rekey.backfill;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Prints one machine-readable line a second: {@code @progress rows=… ranges=a/b rate=… eta=…
 * waiting=…}. The estimate of the end rests on rows, extrapolated from the finished part of the
 * ring, because ranges differ in size.
 */
final class Progress {

  private final PrintStream out;
  private final int totalRanges;
  private final int rangesBefore;
  private long lastNanos = System.nanoTime();
  private long lastRows;
  private double rate;

  /**
   * @param rangesBefore ranges that earlier attempts of this run finished
   */
  Progress(PrintStream out, int totalRanges, int rangesBefore) {
    this.out = out;
    this.totalRanges = totalRanges;
    this.rangesBefore = rangesBefore;
  }

  /**
   * Prints where the run stands.
   *
   * @param fraction the part of the work that is finished, from 0 to 1
   */
  void print(long rows, long finishedRanges, double fraction, RunWatch.Waiting waiting) {
    long now = System.nanoTime();
    double seconds = Math.max(0.001, (now - lastNanos) / 1e9);
    double current = (rows - lastRows) / seconds;
    rate = rate == 0 ? current : 0.7 * rate + 0.3 * current;
    lastNanos = now;
    lastRows = rows;
    out.println(
        String.format(
            Locale.ROOT,
            "@progress rows=%d ranges=%d/%d percent=%.1f rate=%.0f eta=%s waiting=%s",
            rows,
            rangesBefore + finishedRanges,
            totalRanges + rangesBefore,
            fraction * 100,
            rate,
            eta(rows, fraction),
            waiting.name().toLowerCase(Locale.ROOT).replace('_', '-')));
    out.flush();
  }

  private String eta(long rows, double fraction) {
    if (fraction <= 0 || rate < 1) {
      return "unknown";
    }
    double left = rows / fraction - rows;
    return Math.round(left / rate) + "s";
  }
}
