package dev.rekey.orchestrator.verb;

import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
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

  private final WayBack.Wish wish;

  private RollbackVerb(VerbContext context, Optional<String> name, WayBack.Wish wish) {
    super(context, name);
    this.wish = wish;
  }

  /** Takes back the step that was made last; refused where that would give up a verified copy. */
  public static RollbackVerb ofOneStep(VerbContext context, Optional<String> name) {
    return new RollbackVerb(context, name, WayBack.Wish.ONE_STEP);
  }

  /** The same, and where reads use the source already the migration is given up. */
  public static RollbackVerb abandoning(VerbContext context, Optional<String> name) {
    return new RollbackVerb(context, name, WayBack.Wish.GIVE_UP);
  }

  @Override
  Verb verb() {
    return Verb.ROLLBACK;
  }

  @Override
  List<Guard> guards(MigrationRecord record, FleetView fleet) {
    List<Guard> guards = new ArrayList<>(StandardGuards.ofCluster(context(), record));
    if (record.publication().phase().readsTarget()) {
      guards.add(StandardGuards.sameSource(context(), record));
    }
    return guards;
  }

  @Override
  List<String> actions(MigrationRecord record) {
    WayBack.Goal goal = goal(record);
    List<String> actions = new ArrayList<>();
    for (Phase phase : record.publication().phase().stepsTo(goal.phase())) {
      actions.add("publish %s and wait for every live instance".formatted(phase));
    }
    actions.add("move to " + goal.state());
    return actions;
  }

  @Override
  void requireAllowed(MigrationRecord record) {
    goal(record);
  }

  private WayBack.Goal goal(MigrationRecord record) {
    return WayBack.from(record.name(), record.state(), record.publication().phase(), wish);
  }

  @Override
  void perform(Claim claim) {
    WayBack.Goal goal = goal(claim.record());
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
      context()
          .stores()
          .mappings()
          .load(claim.record())
          .index()
          .ifPresent(
              index -> {
                say("  DROP TABLE IF EXISTS " + index.buckets().qualifiedName() + ";");
                say("  DROP TABLE IF EXISTS " + index.deletes().qualifiedName() + ";");
              });
    }
  }
}
