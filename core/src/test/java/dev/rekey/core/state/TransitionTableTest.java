package dev.rekey.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransitionTableTest {
  @Test
  void everyStateButTheFinalOnesHasAWayForward() {
    for (MigrationState state : MigrationState.values()) {
      assertThat(TransitionTable.forward(state).isPresent())
          .as(state.name())
          .isEqualTo(!state.isFinal());
    }
  }

  @Test
  void everyStateBeforeRetireCanRollBackAndNoneAfter() {
    for (MigrationState state : MigrationState.values()) {
      boolean undoable = state.compareTo(MigrationState.SOURCE_RETIRED) < 0;
      assertThat(TransitionTable.find(state, Verb.ROLLBACK).isPresent())
          .as(state.name())
          .isEqualTo(undoable);
    }
  }

  @Test
  void aMigrationThatGoesWellReachesTheEnd() {
    List<MigrationState> walk = new ArrayList<>(List.of(MigrationState.PLANNED));
    while (!walk.get(walk.size() - 1).isFinal() && walk.size() < 20) {
      MigrationState state = walk.get(walk.size() - 1);
      walk.add(TransitionTable.require(state, TransitionTable.forward(state).orElseThrow()).to());
    }
    assertThat(walk).endsWith(MigrationState.COMPLETED).hasSize(11);
  }

  @Test
  void anIllegalVerbSaysWhatTheStateAllows() {
    assertThatThrownBy(() -> TransitionTable.require(MigrationState.BACKFILLED, Verb.SWITCH_READS))
        .isInstanceOf(IllegalTransitionException.class)
        .hasMessage(
            "Cannot switch-reads: the migration is in state BACKFILLED, which allows 'rekey verify'"
                + " next");
  }

  @Test
  void phasesMoveOnlyThroughNeighbours() {
    for (Phase from : Phase.values()) {
      for (Phase to : Phase.values()) {
        Phase current = from;
        for (Phase step : from.stepsTo(to)) {
          assertThat(current.mayMeet(step)).isTrue();
          current = step;
        }
        assertThat(current).isEqualTo(to);
      }
    }
    assertThat(Phase.DUAL.mayMeet(Phase.DUAL_READ_TARGET)).isFalse();
    assertThat(Phase.DUAL.stepsTo(Phase.DUAL_READ_TARGET))
        .containsExactly(Phase.DUAL_STRICT, Phase.DUAL_READ_TARGET_STRICT, Phase.DUAL_READ_TARGET);
    assertThat(Phase.DUAL_READ_TARGET.stepsTo(Phase.DUAL))
        .containsExactly(Phase.DUAL_READ_TARGET_STRICT, Phase.DUAL_STRICT, Phase.DUAL);
  }
}
