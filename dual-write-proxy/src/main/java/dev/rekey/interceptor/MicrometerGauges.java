package dev.rekey.interceptor;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Counters named {@code rekey.<count>} with the tags {@code session} and {@code migration}. */
final class MicrometerGauges implements Gauges {
  private final MeterRegistry registry;
  private final String session;

  /** The registry refers to what it shows weakly, so the suppliers are kept here. */
  private final Set<LongSupplier> kept = ConcurrentHashMap.newKeySet();

  private final Set<Meter> shown = ConcurrentHashMap.newKeySet();

  MicrometerGauges(MeterRegistry registry, String session) {
    this.registry = registry;
    this.session = session;
  }

  /**
   * @param drivers the registry that the driver was given, of whatever library, or null
   */
  static Optional<Gauges> in(Object drivers, String session) {
    MeterRegistry registry =
        drivers instanceof MeterRegistry given ? given : Metrics.globalRegistry;
    return Optional.of(new MicrometerGauges(registry, session));
  }

  @Override
  public void show(String migration, String count, LongSupplier value) {
    kept.add(value);
    shown.add(
        FunctionCounter.builder("rekey." + count, value, LongSupplier::getAsLong)
            .tag("session", session)
            .tag("migration", migration)
            .register(registry));
  }

  @Override
  public void remove() {
    shown.forEach(registry::remove);
    shown.clear();
    kept.clear();
  }
}
