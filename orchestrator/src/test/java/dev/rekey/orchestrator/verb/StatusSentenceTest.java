package dev.rekey.orchestrator.verb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.control.EvidenceRecord;
import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatusSentenceTest {

  private static final Instant NOW = Instant.EPOCH.plusSeconds(100);

  @ParameterizedTest
  @EnumSource(MigrationState.class)
  void everyStateIsOneSentence(MigrationState state) {
    assertThat(of(NextCommandTest.record(state, Phase.DUAL), 0, Optional.empty()))
        .startsWith("m ")
        .endsWith(".")
        .doesNotContain("\n");
  }

  @Test
  void aHalfMadeSwitchSaysWhatApplicationsDo() {
    assertThat(
            of(
                NextCommandTest.record(MigrationState.VERIFIED, Phase.DUAL_STRICT),
                0,
                Optional.empty()))
        .isEqualTo(
            "m is in the middle of a switch-reads (state VERIFIED, phase DUAL_STRICT): reads use"
                + " ks.\"Readings\", writes go to both tables, and a write that fails on one of"
                + " them fails for the application.");
    assertThat(
            of(
                NextCommandTest.record(MigrationState.READS_SWITCHED, Phase.DUAL),
                0,
                Optional.empty()))
        .startsWith("m is in the middle of a rollback (state READS_SWITCHED, phase DUAL): reads");
  }

  @Test
  void verifiedIsSaidOnlyOnEvidence() {
    MigrationRecord verified = NextCommandTest.record(MigrationState.VERIFIED, Phase.DUAL);
    assertThat(of(verified, 0, Optional.of(evidence(Optional.empty(), NOW.plusSeconds(1)))))
        .isEqualTo("m is verified: both tables are equal; reads use ks.\"Readings\".");
    assertThat(of(verified, 3, Optional.of(evidence(Optional.of("why"), NOW.plusSeconds(1)))))
        .isEqualTo(
            "m was verified, but the evidence is void (why), so it must be verified again;"
                + " reads use ks.\"Readings\"; writes still owed: 3.");
    assertThat(of(verified, 0, Optional.of(evidence(Optional.empty(), NOW))))
        .contains("the evidence expired at ");
  }

  @Test
  void theLastFailureIsToldInItsFirstLine() {
    MigrationRecord failed =
        NextCommandTest.record(MigrationState.BACKFILLING, Phase.DUAL)
            .withFailure(Optional.of("Cannot finish\nbecause"));
    assertThat(of(failed, 0, Optional.empty()))
        .isEqualTo(
            "m is being copied; reads use ks.\"Readings\". The last command failed: Cannot finish");
  }

  private static String of(MigrationRecord record, int owed, Optional<EvidenceRecord> evidence) {
    return StatusSentence.of(record, owed, evidence, NOW);
  }

  private static EvidenceRecord evidence(Optional<String> voided, Instant expiresAt) {
    return new EvidenceRecord(
        new UUID(0, 1),
        1,
        EvidenceRecord.Verdict.EQUAL,
        new EvidenceRecord.Side(1, "00"),
        new EvidenceRecord.Side(1, "00"),
        EvidenceRecord.Differences.NONE,
        List.of(),
        Instant.EPOCH,
        Instant.EPOCH,
        expiresAt,
        voided);
  }
}
