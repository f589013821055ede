package dev.rekey.demo.app;

/**
 * How much the application does.
 *
 * @param instances sessions, each like a process of its own
 * @param writersPerInstance threads
 * @param readersPerInstance threads
 * @param writesPerSecond at most, of all threads together
 * @param readsPerSecond at most, of all reader threads together
 */
public record TrafficRates(
    int instances,
    int writersPerInstance,
    int readersPerInstance,
    double writesPerSecond,
    double readsPerSecond) {
  public TrafficRates {
    if (instances < 1 || writersPerInstance < 1 || readersPerInstance < 0) {
      throw new IllegalArgumentException(
          "Cannot run %d instances with %d writers and %d readers each"
              .formatted(instances, writersPerInstance, readersPerInstance));
    }
    if (writesPerSecond <= 0 || readsPerSecond <= 0) {
      throw new IllegalArgumentException(
          "Cannot run at %s writes and %s reads per second"
              .formatted(writesPerSecond, readsPerSecond));
    }
  }

  /** Two instances that leave room for the migration on two cores. */
  public static TrafficRates modest() {
    return new TrafficRates(2, 2, 1, 300, 50);
  }

  /** The same threads at other rates. */
  public TrafficRates withRates(double newWritesPerSecond, double newReadsPerSecond) {
    return new TrafficRates(
        instances, writersPerInstance, readersPerInstance, newWritesPerSecond, newReadsPerSecond);
  }

  double perWriter() {
    return writesPerSecond / (instances * writersPerInstance);
  }

  double perReader() {
    return readsPerSecond / (instances * readersPerInstance);
  }
}
