package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import dev.rekey.core.state.Phase;
import dev.rekey.interceptor.Statistics.Count;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

final class MigrationGaugesTest {
  private final Statistics statistics = new Statistics();
  private final FleetFixture fleet = new FleetFixture();

  @Test
  void everyCountOfALiveMigrationIsAGaugeOfTheDriversRegistry() {
    MetricRegistry registry = new MetricRegistry();
    MigrationGauges gauges = gauges(new DropwizardGauges(registry, "s0"));
    assertThat(registry.getNames()).isEmpty();
    fleet.publish(Phase.DUAL, 2);
    gauges.accept(fleet.state().view());
    gauges.accept(fleet.state().view());
    assertThat(registry.getNames())
        .hasSameSizeAs(Count.values())
        .contains("s0.rekey.m.mirrored", "s0.rekey.m.source-reads", "s0.rekey.m.torn");
    statistics.add("m", Count.MIRRORED);
    statistics.add("m", Count.MIRRORED);
    assertThat(registry.getGauges().get("s0.rekey.m.mirrored").getValue()).isEqualTo(2L);
    gauges.remove();
    assertThat(registry.getNames()).isEmpty();
  }

  @Test
  void withMicrometerItIsACounterWithTags() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    MigrationGauges gauges = gauges(MicrometerGauges.in(registry, "s0").orElseThrow());
    fleet.publish(Phase.DUAL, 2);
    gauges.accept(fleet.state().view());
    statistics.add("m", Count.JOURNALLED);
    assertThat(
            registry
                .get("rekey.journalled")
                .tag("session", "s0")
                .tag("migration", "m")
                .functionCounter()
                .count())
        .isEqualTo(1);
    gauges.remove();
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void aRegistryThatRefusesThemStopsNothing() {
    MigrationGauges gauges =
        gauges(
            new Gauges() {
              @Override
              public void show(String migration, String count, LongSupplier value) {
                throw new IllegalArgumentException("full");
              }

              @Override
              public void remove() {
                throw new NoClassDefFoundError("gone");
              }
            });
    fleet.publish(Phase.DUAL, 2);
    gauges.accept(fleet.state().view());
    gauges.remove();
  }

  private MigrationGauges gauges(Gauges where) {
    return new MigrationGauges(Optional.of(where), statistics);
  }
}
