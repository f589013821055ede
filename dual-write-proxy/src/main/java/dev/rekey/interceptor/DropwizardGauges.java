package dev.rekey.interceptor;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Gauges named {@code <session>.rekey.<migration>.<count>}, beside the driver's own metrics. */
final class DropwizardGauges implements Gauges {
  private final MetricRegistry registry;
  private final String session;
  private final Set<String> shown = ConcurrentHashMap.newKeySet();

  DropwizardGauges(MetricRegistry registry, String session) {
    this.registry = registry;
    this.session = session;
  }

  @Override
  public void show(String migration, String count, LongSupplier value) {
    String name = MetricRegistry.name(session, "rekey", migration, count);
    Gauge<Long> gauge = value::getAsLong;
    registry.remove(name); // One that a session of the same name has left there.
    registry.register(name, gauge);
    shown.add(name);
  }

  @Override
  public void remove() {
    shown.forEach(registry::remove);
    shown.clear();
  }
}
