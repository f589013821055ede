package dev.rekey.interceptor;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Says what is wrong often enough to be seen and seldom enough to be read. One thread only. */
final class Complaints {
  private final Duration repeat;
  private final Duration patience;
  private final LongSupplier nanos;
  private final Consumer<String> loud;
  private final Consumer<String> quiet;
  private String last = "";
  private long saidNanos;
  private OptionalLong unfinishedSince = OptionalLong.empty();
  private boolean unfinishedSaid;

  /**
   * @param repeat how soon the same problem is said again
   * @param patience how long something unfinished is no problem
   */
  Complaints(
      Duration repeat,
      Duration patience,
      LongSupplier nanos,
      Consumer<String> loud,
      Consumer<String> quiet) {
    this.repeat = repeat;
    this.patience = patience;
    this.nanos = nanos;
    this.loud = loud;
    this.quiet = quiet;
  }

  /** A problem: said at once. */
  void about(String problem) {
    long now = nanos.getAsLong();
    boolean known = problem.equals(last) && now - saidNanos < repeat.toNanos();
    if (known) {
      return;
    }
    last = problem;
    saidNanos = now;
    loud.accept(problem);
  }

  /** Something that another is still making: said once, when it takes too long. */
  void aboutUnfinished(String what) {
    long now = nanos.getAsLong();
    if (unfinishedSince.isEmpty()) {
      unfinishedSince = OptionalLong.of(now);
    }
    if (!unfinishedSaid && now - unfinishedSince.getAsLong() >= patience.toNanos()) {
      unfinishedSaid = true;
      loud.accept(what);
    } else {
      quiet.accept(what);
    }
  }

  /** Whether something has been unfinished for longer than is to be expected. */
  boolean isOutOfPatience() {
    return unfinishedSince.isPresent()
        && nanos.getAsLong() - unfinishedSince.getAsLong() >= patience.toNanos();
  }

  /** It is finished. */
  void finished() {
    unfinishedSince = OptionalLong.empty();
    unfinishedSaid = false;
  }
}
