package dev.rekey.orchestrator.engine;

import java.time.Duration;

/** Spans of time as people say them. */
public final class Durations {

  private Durations() {}

  /** The two largest units that say something, for example {@code 1 h 30 min}. */
  public static String words(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds < 120) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return two(seconds / 60, "min", seconds % 60, "s");
    }
    if (seconds < 48 * 3600) {
      return two(seconds / 3600, "h", seconds % 3600 / 60, "min");
    }
    return two(seconds / 86_400, "d", seconds % 86_400 / 3600, "h");
  }

  private static String two(long large, String unit, long small, String smallUnit) {
    return small == 0
        ? "%d %s".formatted(large, unit)
        : "%d %s %d %s".formatted(large, unit, small, smallUnit);
  }
}
