package dev.rekey.benchmarks;

import dev.rekey.benchmarks.Load.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;

/**
 * Measures several ways to do one thing in turns, in one process, against one server: what the
 * machine does to one of them it does to all. The first is the measure of the others.
 */
final class SideBySide {
  private final String title;
  private final int rounds;
  private final double seconds;
  private final Map<String, LongFunction<CompletionStage<?>>> variants = new LinkedHashMap<>();

  /**
   * @param rounds how often each has its turn after two to warm up
   * @param seconds how long a turn is
   */
  SideBySide(String title, int rounds, double seconds) {
    this.title = title;
    this.rounds = rounds;
    this.seconds = seconds;
  }

  SideBySide with(String name, LongFunction<CompletionStage<?>> request) {
    variants.put(name, request);
    return this;
  }

  /** Measures and prints a Markdown table: medians over the rounds, ratios within a round. */
  void print() throws InterruptedException {
    Map<String, List<Sample>> samples = new LinkedHashMap<>();
    List<String> order = new ArrayList<>(variants.keySet());
    order.forEach(name -> samples.put(name, new ArrayList<>()));
    for (int round = -1; round <= rounds; round++) {
      for (String name : order) {
        Sample sample = Load.run(variants.get(name), seconds);
        if (round > 0) {
          samples.get(name).add(sample);
        }
      }
      order.add(order.remove(0));
    }
    System.out.printf("%n## %s%n%n", title);
    System.out.println(
        "| | requests/s | ratio | least | most | p50 ms | p99 ms | client CPU µs/request |");
    System.out.println("|---|---|---|---|---|---|---|---|");
    List<Sample> base = samples.values().iterator().next();
    samples.forEach((name, own) -> row(name, own, base));
  }

  private static void row(String name, List<Sample> own, List<Sample> base) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      ratios.add(own.get(i).perSecond() / base.get(i).perSecond());
    }
    ratios.sort(null);
    System.out.println(
        String.format(
            Locale.ROOT,
            "| %s | %.0f | %.2f | %.2f | %.2f | %.1f | %.1f | %.0f |",
            name,
            median(own, Sample::perSecond),
            ratios.get(ratios.size() / 2),
            ratios.get(0),
            ratios.get(ratios.size() - 1),
            median(own, s -> s.latency().getValueAtPercentile(50) / 1e6),
            median(own, s -> s.latency().getValueAtPercentile(99) / 1e6),
            median(own, Sample::cpuMicrosPerRequest)));
  }

  private static double median(List<Sample> samples, ToDoubleFunction<Sample> figure) {
    return samples.stream().mapToDouble(figure).sorted().toArray()[samples.size() / 2];
  }
}
