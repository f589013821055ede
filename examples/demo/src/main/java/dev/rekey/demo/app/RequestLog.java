package dev.rekey.demo.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Requests as the application's threads saw them, by the phase in which they were sent. */
public final class RequestLog {
  private static final int DIGITS = 3;
  private static final int MOST_ERRORS = 20;

  private final Supplier<String> phase;
  private final AtomicLong order = new AtomicLong();
  private final Map<String, PhaseLog> phases = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
  private final LongAdder reads = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private final LongAdder failed = new LongAdder();

  /** What a request was. */
  public enum Kind {
    READ,
    WRITE
  }

  /**
   * A log that asks for the phase whenever a request is about to be sent.
   *
   * @param phase for people; must be quick and thread-safe
   */
  public RequestLog(Supplier<String> phase) {
    this.phase = phase;
  }

  private static final class PhaseLog {
    private final long order;
    private final Map<Kind, Histogram> nanos =
        Map.of(
            Kind.READ, new ConcurrentHistogram(DIGITS),
            Kind.WRITE, new ConcurrentHistogram(DIGITS));
    private final Map<Kind, LongAdder> sent =
        Map.of(Kind.READ, new LongAdder(), Kind.WRITE, new LongAdder());
    private final Map<Kind, LongAdder> failed =
        Map.of(Kind.READ, new LongAdder(), Kind.WRITE, new LongAdder());

    PhaseLog(long order) {
      this.order = order;
    }
  }

  /** A request in flight. */
  final class Sent {
    private final Kind kind;
    private final PhaseLog log;
    private final String label;
    private final long startNanos;

    private Sent(Kind kind, String label) {
      this.kind = kind;
      this.label = label;
      this.log = phases.computeIfAbsent(label, l -> new PhaseLog(order.getAndIncrement()));
      this.startNanos = System.nanoTime();
      log.sent.get(kind).increment();
      (kind == Kind.READ ? reads : writes).increment();
    }

    void succeeded() {
      log.nanos.get(kind).recordValue(System.nanoTime() - startNanos);
    }

    void failed(RuntimeException error) {
      log.failed.get(kind).increment();
      RequestLog.this.failed.increment();
      if (errors.size() < MOST_ERRORS) {
        errors.add(
            "%s in phase %s after %d ms: %s"
                .formatted(
                    kind,
                    label,
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos),
                    error));
      }
    }
  }

  /** Counts a request as sent, now. */
  Sent send(Kind kind) {
    return new Sent(kind, phase.get());
  }

  public long reads() {
    return reads.sum();
  }

  public long writes() {
    return writes.sum();
  }

  public long failures() {
    return failed.sum();
  }

  /** The first errors, for people. */
  public List<String> errors() {
    return List.copyOf(errors);
  }

  /** What was counted, by phase in the order in which the phases were first seen. */
  public Map<String, PhaseTotals> byPhase() {
    Map<String, PhaseTotals> totals = new LinkedHashMap<>();
    phases.entrySet().stream()
        .sorted((a, b) -> Long.compare(a.getValue().order, b.getValue().order))
        .forEach(
            entry ->
                totals.put(
                    entry.getKey(),
                    new PhaseTotals(
                        totals(entry.getValue(), Kind.READ),
                        totals(entry.getValue(), Kind.WRITE))));
    return totals;
  }

  private static KindTotals totals(PhaseLog log, Kind kind) {
    Histogram copy = log.nanos.get(kind).copy();
    return new KindTotals(
        log.sent.get(kind).sum(),
        log.failed.get(kind).sum(),
        micros(copy, 50),
        micros(copy, 99),
        TimeUnit.NANOSECONDS.toMicros(copy.getMaxValue()));
  }

  private static long micros(Histogram histogram, double percentile) {
    return TimeUnit.NANOSECONDS.toMicros(histogram.getValueAtPercentile(percentile));
  }

  /** Reads and writes sent in one phase. */
  public record PhaseTotals(KindTotals reads, KindTotals writes) {}

  /** Requests of one kind in one phase; latencies of those that succeeded. */
  public record KindTotals(
      long sent, long failed, long p50Micros, long p99Micros, long maxMicros) {}
}
