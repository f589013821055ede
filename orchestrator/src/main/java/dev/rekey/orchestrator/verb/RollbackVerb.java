package dev.rekey.orchestrator.verb;

import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.core.state.Transition;
import dev.rekey.core.state.TransitionTable;
import dev.rekey.core.state.Verb;
import dev.rekey.orchestrator.engine.Barrier;
import dev.rekey.orchestrator.engine.Claim;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.guard.Guard;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Goes back: after the switch, reads return to the source and both tables stay equal; before it,
 * dual writes end and the migration is given up. A shrunken fleet does not block the way back.
 */
public final class RollbackVerb extends MigrationVerb {

  /** A verb for the named migration. */
  public RollbackVerb(VerbContext context, Optional<String> name) {
    super(context, name);
  }

  @Override
  Verb verb() {
    return Verb.ROLLBACK;
  }

  @Override
  List<Guard> guards(MigrationRecord record, FleetView fleet) {
    return StandardGuards.ofCluster(context(), record);
  }

  @Override
  List<String> actions(MigrationRecord record) {
    Goal goal = goal(record);
    List<String> actions = new ArrayList<>();
    for (Phase phase : record.publication().phase().stepsTo(goal.phase())) {
      actions.add("publish %s and wait for every live instance".formatted(phase));
    }
    actions.add("move to " + goal.state());
    return actions;
  }

  private record Goal(MigrationState state, Phase phase) {}

  /** A switch that got stuck half-way is taken back first, without giving up the migration. */
  private static Goal goal(MigrationRecord record) {
    boolean halfSwitched =
        record.state() == MigrationState.VERIFIED && record.publication().phase() != Phase.DUAL;
    if (halfSwitched && record.publication().phase() != Phase.SOURCE) {
      return new Goal(MigrationState.VERIFIED, Phase.DUAL);
    }
    Transition transition = TransitionTable.require(record.state(), Verb.ROLLBACK);
    return new Goal(transition.to(), transition.phase());
  }

  @Override
  void perform(Claim claim) {
    Goal goal = goal(claim.record());
    boolean wasPublished = claim.record().publication().epoch() > 0;
    if (wasPublished) {
      Barrier barrier = barrier(claim).forAnyFleet();
      new Walk(claim, barrier, context().narrator()).to(goal.phase());
    }
    if (claim.record().state() == goal.state()) {
      claim.note("rollback", "the switch that was begun was taken back", Map.of());
      say("%s is %s again.".formatted(claim.record().name(), goal.state()));
    } else {
      move(claim, goal.state(), "rolled back");
    }
    if (goal.state() == MigrationState.ROLLED_BACK) {
      say("The source is as it always was; nothing writes the target any more. To remove it:");
      say("  DROP TABLE IF EXISTS " + claim.record().target().cql() + ";");
    }
  }
}
