package dev.rekey.orchestrator.verb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationSettings;
import dev.rekey.control.Publication;
import dev.rekey.control.RowMarker;
import dev.rekey.control.TableName;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class NextCommandTest {

  @Test
  void whatIsConfirmedIsPartOfTheCommand() {
    assertThat(NextCommand.after(record(MigrationState.READS_SWITCHED, Phase.DUAL_READ_TARGET)))
        .isEqualTo("rekey retire m --confirm m");
    assertThat(NextCommand.after(record(MigrationState.SOURCE_RETIRED, Phase.TARGET)))
        .isEqualTo("rekey drop m --confirm ks.\"Readings\"");
  }

  @Test
  void aHalfMadeSwitchComesFirst() {
    assertThat(NextCommand.after(record(MigrationState.VERIFIED, Phase.DUAL_STRICT)))
        .isEqualTo("'rekey rollback m' takes it back, 'rekey switch-reads m' finishes it");
  }

  @Test
  void withoutEvidenceTheTablesAreComparedAgain() {
    assertThat(NextCommand.after(record(MigrationState.VERIFIED, Phase.DUAL)))
        .isEqualTo("rekey switch-reads m");
    assertThat(NextCommand.withoutEvidence(record(MigrationState.VERIFIED, Phase.DUAL)))
        .isEqualTo("rekey verify m");
    assertThat(NextCommand.withoutEvidence(record(MigrationState.DUAL_WRITING, Phase.DUAL)))
        .isEqualTo("rekey backfill m");
  }

  static MigrationRecord record(MigrationState state, Phase phase) {
    return new MigrationRecord(
        "m",
        state,
        new Publication(phase, 7, OptionalLong.of(1)),
        new TableName("ks", "Readings"),
        new TableName("ks", "readings_by_day"),
        new MigrationRecord.MappingReference("c", 1, "s"),
        new MigrationSettings(
            1, Duration.ofSeconds(10), Duration.ofSeconds(5), Duration.ZERO, RowMarker.INSERT),
        new MigrationRecord.Ownership("o", 1),
        Optional.empty(),
        Optional.empty(),
        Instant.EPOCH,
        Instant.EPOCH);
  }
}
