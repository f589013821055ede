package dev.rekey.orchestrator.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.control.EvidenceRecord;
import dev.rekey.control.InstanceRecord;
import dev.rekey.orchestrator.engine.FleetView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ShadowReadsGuardTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static GuardResult check(Instant verified, Map<String, Long> counters) {
    FleetView fleet = new FleetView(List.of(instance(counters)), NOW);
    return new ShadowReadsGuard(fleet, "m", Optional.of(evidence(verified))).check();
  }

  private static EvidenceRecord evidence(Instant finished) {
    return new EvidenceRecord(
        UUID.randomUUID(),
        1,
        EvidenceRecord.Verdict.EQUAL,
        new EvidenceRecord.Side(1, "0"),
        new EvidenceRecord.Side(1, "0"),
        EvidenceRecord.Differences.NONE,
        List.of(),
        finished.minusSeconds(60),
        finished,
        finished.plusSeconds(3_600),
        Optional.empty());
  }

  private static InstanceRecord instance(Map<String, Long> counters) {
    return new InstanceRecord(
        UUID.randomUUID(),
        new InstanceRecord.Process("app", "host", 1, "v", Set.of(1)),
        InstanceRecord.Status.LIVE,
        new InstanceRecord.Lease(
            NOW.plusSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(2)),
        0,
        Map.of(),
        counters,
        NOW,
        Optional.empty());
  }

  @Test
  void manyComparedReadsPass() {
    GuardResult result = check(NOW.minusSeconds(60), Map.of("m/shadow_compared", 150L));
    assertThat(result.toString())
        .isEqualTo("  PASS  shadow-reads: 150 reads compared, 0 unresolved, 0 dropped");
  }

  @Test
  void fewComparedReadsAreAWarning() {
    GuardResult result =
        check(NOW.minusSeconds(60), Map.of("m/shadow_compared", 3L, "m/shadow_dropped", 1L));
    assertThat(result.passed()).isTrue();
    assertThat(result.toString())
        .startsWith("  WARN  shadow-reads: 3 reads compared, 0 unresolved, 1 dropped")
        .contains("advice: leave the application reading");
  }

  @Test
  void aDifferenceSinceTheVerificationFailsAndNamesTheQuery() {
    Map<String, Long> counters =
        Map.of(
            "m/shadow_compared",
            1_000L,
            "m/shadow_mismatched",
            2L,
            "m/shadow_mismatched_at",
            NOW.minusSeconds(10).toEpochMilli(),
            "m/shadow_mismatched/0a1b2c3d SELECT v FROM s WHERE k = ?",
            2L);
    GuardResult result = check(NOW.minusSeconds(60), counters);
    assertThat(result.passed()).isFalse();
    assertThat(result.measured())
        .contains("answered 2 of the application's reads differently")
        .contains("0a1b2c3d SELECT v FROM s WHERE k = ? (2 times)");
    assertThat(result.remedy()).contains("rekey verify m");
    assertThat(check(NOW, counters).passed()).isTrue();
  }
}
