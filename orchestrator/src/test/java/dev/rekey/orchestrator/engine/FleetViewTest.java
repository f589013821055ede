package dev.rekey.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.control.InstanceRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class FleetViewTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void aWriteThatCouldNotBeJournalledCountsAgainstOlderEvidenceOnly() {
    FleetView fleet = new FleetView(List.of(instance(Map.of("m/torn_at", millis(NOW)))), NOW);
    assertThat(fleet.tornSince("m", NOW.minusSeconds(60))).isPresent();
    assertThat(fleet.tornSince("m", NOW.plusSeconds(4))).as("clocks differ").isPresent();
    assertThat(fleet.tornSince("m", NOW.plusSeconds(60))).isEmpty();
    assertThat(fleet.tornSince("other", NOW.minusSeconds(60))).isEmpty();
  }

  @Test
  void anInstanceThatJournalledEverythingCountsAgainstNothing() {
    FleetView fleet = new FleetView(List.of(instance(Map.of("m/journalled", 7L))), NOW);
    assertThat(fleet.tornSince("m", NOW.minusSeconds(60))).isEmpty();
  }

  private static long millis(Instant at) {
    return at.toEpochMilli();
  }

  private static InstanceRecord instance(Map<String, Long> counters) {
    return new InstanceRecord(
        UUID.randomUUID(),
        new InstanceRecord.Process("app", "host", 1, "1", Set.of(1)),
        InstanceRecord.Status.CLOSED,
        new InstanceRecord.Lease(NOW, Duration.ofSeconds(10), Duration.ofSeconds(2)),
        0,
        Map.of(),
        counters,
        NOW,
        Optional.of(NOW));
  }
}
