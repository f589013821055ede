package dev.rekey.orchestrator.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Turns the machine-readable progress of a job into words. A job goes through its ranges once or in
 * several rounds; each is named, and within one nothing that is shown runs backwards.
 *
 * <p>What is left is shown only if the job's estimates can be believed: for some seconds they must
 * have foretold about the same end. One that says "a second" for minutes never does.
 */
final class JobProgress {

  private static final long WATCHED_NANOS = Duration.ofSeconds(10).toNanos();
  private static final double TOLERANCE = 0.3;
  private static final double LEAST_SECONDS = 3;

  private final List<String> rounds;
  private final Deque<Foretold> foretold = new ArrayDeque<>();
  private int round;
  private long finished;
  private long rows;
  private double percent;

  /** The end as it was foretold at a moment, both on the monotonic clock. */
  private record Foretold(long atNanos, double endSeconds) {}

  /**
   * Begins with the first round.
   *
   * @param rounds the names of the rounds in order; the last one serves for those that follow
   */
  JobProgress(List<String> rounds) {
    this.rounds = List.copyOf(rounds);
  }

  /** For the job's command. */
  static JobProgress of(String command) {
    return new JobProgress(
        command.equals("verify")
            ? List.of("comparing", "looking at differences", "looking at differences again")
            : List.of("copying"));
  }

  /**
   * One line in words.
   *
   * @param line {@code key=value} words; unknown ones are passed over
   * @param nowNanos on the monotonic clock
   */
  String words(String line, long nowNanos) {
    Map<String, String> values = values(line);
    String[] ranges = values.getOrDefault("ranges", "0/0").split("/", 2);
    long nowFinished = number(ranges[0]).map(Double::longValue).orElse(0L);
    if (nowFinished < finished) {
      round++;
      rows = 0;
      percent = 0;
      foretold.clear();
    }
    finished = nowFinished;
    rows = Math.max(rows, number(values.get("rows")).map(Double::longValue).orElse(0L));
    percent = Math.max(percent, number(values.get("percent")).orElse(0.0));
    StringBuilder words = new StringBuilder(rounds.get(Math.min(round, rounds.size() - 1)));
    words.append(
        String.format(
            Locale.ROOT,
            ": %.0f %% (%s ranges), %,d rows",
            Math.floor(percent),
            String.join(" of ", ranges),
            rows));
    number(values.get("rate"))
        .ifPresent(rate -> words.append(String.format(Locale.ROOT, ", %,.0f rows/s", rate)));
    left(values.get("eta"), nowNanos)
        .ifPresent(left -> words.append(", about ").append(left).append(" left"));
    waiting(values.get("waiting")).ifPresent(words::append);
    return words.toString();
  }

  private Optional<String> left(String eta, long nowNanos) {
    Optional<Double> seconds = number(eta == null ? null : eta.replaceFirst("s$", ""));
    if (seconds.isEmpty()) {
      foretold.clear();
      return Optional.empty();
    }
    double end = nowNanos / 1e9 + seconds.get();
    foretold.addLast(new Foretold(nowNanos, end));
    boolean watchedLongEnough = nowNanos - foretold.getFirst().atNanos() >= WATCHED_NANOS;
    while (nowNanos - foretold.getFirst().atNanos() > WATCHED_NANOS && foretold.size() > 2) {
      foretold.removeFirst();
    }
    double off =
        foretold.stream().mapToDouble(then -> Math.abs(then.endSeconds() - end)).max().orElse(0);
    boolean believed =
        watchedLongEnough && off <= Math.max(LEAST_SECONDS, TOLERANCE * seconds.get());
    return believed
        ? Optional.of(Durations.words(Duration.ofSeconds(Math.max(1, Math.round(seconds.get())))))
        : Optional.empty();
  }

  private static Optional<String> waiting(String reason) {
    return reason == null || reason.equals("none")
        ? Optional.empty()
        : Optional.of("; waiting: " + reason.replace('-', ' '));
  }

  private static Map<String, String> values(String line) {
    Map<String, String> values = new HashMap<>();
    for (String word : line.strip().split("\\s+")) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        values.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    return values;
  }

  private static Optional<Double> number(String text) {
    try {
      return text == null ? Optional.empty() : Optional.of(Double.valueOf(text));
    } catch (NumberFormatException e) {
      // Words like "unknown" are a value of their own in the job's lines.
      return Optional.empty();
    }
  }
}
