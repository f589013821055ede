package dev.rekey.orchestrator.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.verb.WayBack.Goal;
import dev.rekey.orchestrator.verb.WayBack.Wish;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WayBackTest {

  @Test
  void aRollbackOfTheSwitchThatIsRunAgainDoesNotGiveTheMigrationUp() {
    Goal first = from(MigrationState.READS_SWITCHED, Phase.DUAL_READ_TARGET, Wish.ONE_STEP);
    assertThat(first).isEqualTo(new Goal(MigrationState.VERIFIED, Phase.DUAL));

    assertThatThrownBy(() -> from(first.state(), first.phase(), Wish.ONE_STEP))
        .isInstanceOfSatisfying(
            RekeyException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.REFUSED))
        .hasMessageContaining("Cannot rollback m: it is VERIFIED")
        .hasMessageContaining("nothing was changed");
    assertThat(from(first.state(), first.phase(), Wish.GIVE_UP))
        .isEqualTo(new Goal(MigrationState.ROLLED_BACK, Phase.SOURCE));
  }

  @Test
  void aSwitchThatDiedHalfWayIsTakenBackWithoutGivingUp() {
    for (Phase phase :
        new Phase[] {Phase.DUAL_STRICT, Phase.DUAL_READ_TARGET_STRICT, Phase.DUAL_READ_TARGET}) {
      assertThat(from(MigrationState.VERIFIED, phase, Wish.ONE_STEP))
          .isEqualTo(new Goal(MigrationState.VERIFIED, Phase.DUAL));
    }
  }

  @Test
  void givingUpThatDiedAfterItsLastPhaseIsFinishedByTheSameCommand() {
    assertThat(from(MigrationState.VERIFIED, Phase.SOURCE, Wish.ONE_STEP))
        .isEqualTo(new Goal(MigrationState.ROLLED_BACK, Phase.SOURCE));
  }

  @Test
  void beforeTheVerificationNothingElseNeedsToBeSaid() {
    assertThat(from(MigrationState.DUAL_WRITING, Phase.DUAL, Wish.ONE_STEP))
        .isEqualTo(new Goal(MigrationState.ROLLED_BACK, Phase.SOURCE));
  }

  @ParameterizedTest
  @EnumSource(Wish.class)
  void thereIsNoWayBackOnceSomeInstanceMayWriteTheTargetOnly(Wish wish) {
    assertThatThrownBy(() -> from(MigrationState.SOAKED, Phase.TARGET, wish))
        .isInstanceOfSatisfying(
            RekeyException.class,
            e -> {
              assertThat(e.exitCode()).isEqualTo(ExitCode.REFUSED);
              assertThat(e.next().orElseThrow()).contains("'rekey retire m --confirm m'");
            })
        .hasMessageContaining("phase TARGET is published already");
  }

  private static Goal from(MigrationState state, Phase phase, Wish wish) {
    return WayBack.from("m", state, phase, wish);
  }
}
