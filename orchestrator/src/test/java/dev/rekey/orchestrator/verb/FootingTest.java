package dev.rekey.orchestrator.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rekey.control.Publication;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.core.state.Transition;
import dev.rekey.core.state.TransitionTable;
import dev.rekey.core.state.Verb;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FootingTest {

  @ParameterizedTest
  @EnumSource(
      value = Phase.class,
      names = {"DUAL_STRICT", "DUAL_READ_TARGET_STRICT", "DUAL_READ_TARGET"})
  void nothingIsComparedWhileASwitchIsHalfMade(Phase phase) {
    assertThatThrownBy(() -> require(MigrationState.VERIFIED, phase, Verb.VERIFY))
        .isInstanceOfSatisfying(
            RekeyException.class,
            e -> {
              assertThat(e.exitCode()).isEqualTo(ExitCode.REFUSED);
              assertThat(e.next().orElseThrow())
                  .isEqualTo(
                      "'rekey rollback m' takes it back, 'rekey switch-reads m' finishes it");
            })
        .hasMessage(
            "Cannot verify m: a switch-reads was begun and has not ended (state VERIFIED, phase"
                + " %s); nothing was changed",
            phase);
    assertThatCode(() -> require(MigrationState.VERIFIED, phase, Verb.SWITCH_READS))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource(
      value = Phase.class,
      names = {"DUAL_READ_TARGET_STRICT", "DUAL_STRICT", "DUAL"})
  void aRollbackThatDiedIsFinishedBeforeAnythingIsRetired(Phase phase) {
    assertThatThrownBy(() -> require(MigrationState.READS_SWITCHED, phase, Verb.RETIRE))
        .isInstanceOfSatisfying(
            RekeyException.class,
            e -> assertThat(e.next().orElseThrow()).isEqualTo("'rekey rollback m' finishes it"))
        .hasMessageContaining("a rollback was begun and has not ended");
  }

  @Test
  void aRetireThatDiedIsFinishedByItself() {
    assertThatCode(() -> require(MigrationState.SOAKED, Phase.TARGET, Verb.RETIRE))
        .doesNotThrowAnyException();
    assertThat(Footing.begun(MigrationState.SOAKED, at(Phase.TARGET))).contains(Verb.RETIRE);
  }

  @ParameterizedTest
  @EnumSource(
      value = MigrationState.class,
      names = {"TARGET_CREATED", "DUAL_WRITING", "BACKFILLING", "BACKFILLED", "VERIFIED"})
  void dualWritesThatWereEndedAreNotTakenUpAgain(MigrationState state) {
    Verb forward = TransitionTable.forward(state).orElseThrow();
    assertThatThrownBy(() -> require(state, Phase.SOURCE, forward))
        .hasMessageContaining("Cannot " + forward.command())
        .hasMessageContaining("a rollback was begun")
        .hasMessageContaining("the target lacks what was written since");
  }

  @Test
  void aMigrationThatNeverPublishedAPhaseStandsFirmly() {
    Publication first = new Publication(Phase.SOURCE, 0, OptionalLong.empty());
    assertThatCode(
            () -> Footing.require("m", MigrationState.TARGET_CREATED, first, Verb.DUAL_WRITE))
        .doesNotThrowAnyException();
  }

  @Test
  void everyMoveEndsOnFirmGround() {
    for (Transition row : TransitionTable.rows()) {
      Publication published =
          new Publication(row.phase(), row.phase() == Phase.SOURCE ? 0 : 7, OptionalLong.empty());
      assertThat(Footing.begun(row.to(), published)).as("%s by %s", row.to(), row.verb()).isEmpty();
    }
  }

  private static void require(MigrationState state, Phase phase, Verb verb) {
    Footing.require("m", state, at(phase), verb);
  }

  private static Publication at(Phase phase) {
    return new Publication(phase, 7, OptionalLong.of(1));
  }
}
