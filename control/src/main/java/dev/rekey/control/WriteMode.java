package dev.rekey.control;

import java.util.Locale;

/** How a write reaches both tables. */
public enum WriteMode {
  /** Two requests at once with one timestamp; what one table lacks is in the journal. */
  PARALLEL,

  /**
   * One LOGGED batch over both tables, which the server finishes by itself once its batch log has
   * it; where it cannot be sent as one, two requests as in {@link #PARALLEL}. Costs about five
   * times as much.
   */
  LOGGED_BATCH;

  /** As it is written in a spec and stored: {@code parallel}, {@code logged-batch}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * @throws IllegalArgumentException if it is none of them
   */
  public static WriteMode of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
