package dev.rekey.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Sends requests for a while, so many at a time, and measures them. */
final class Load {
  private static final int IN_FLIGHT = 32;
  private static final long LONGEST_LATENCY_NANOS = TimeUnit.MINUTES.toNanos(1);

  /**
   * What one stretch came to.
   *
   * @param requests answered
   * @param seconds of wall time
   * @param cpuSeconds of this process, which is the client alone
   */
  record Sample(long requests, double seconds, double cpuSeconds, Histogram latency) {
    double perSecond() {
      return requests / seconds;
    }

    double cpuMicrosPerRequest() {
      return cpuSeconds * 1e6 / requests;
    }
  }

  private Load() {}

  /**
   * Runs requests for the given time.
   *
   * @param request sends the request of that number
   * @throws IllegalStateException if one failed
   */
  static Sample run(LongFunction<CompletionStage<?>> request, double seconds)
      throws InterruptedException {
    Semaphore permits = new Semaphore(IN_FLIGHT);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Histogram latency = new ConcurrentHistogram(LONGEST_LATENCY_NANOS, 2);
    long start = System.nanoTime();
    long cpu = cpuNanos();
    long end = start + (long) (seconds * 1e9);
    long requests = 0;
    while (System.nanoTime() < end && failure.get() == null) {
      permits.acquire();
      long sent = System.nanoTime();
      request
          .apply(requests++)
          .whenComplete(
              (answer, error) -> {
                latency.recordValue(Math.min(LONGEST_LATENCY_NANOS, System.nanoTime() - sent));
                if (error != null) {
                  failure.compareAndSet(null, error);
                }
                permits.release();
              });
    }
    permits.acquire(IN_FLIGHT);
    if (failure.get() != null) {
      throw new IllegalStateException("Cannot measure: a request failed", failure.get());
    }
    return new Sample(
        requests, (System.nanoTime() - start) / 1e9, (cpuNanos() - cpu) / 1e9, latency);
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
