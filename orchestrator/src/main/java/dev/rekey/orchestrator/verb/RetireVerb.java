package dev.rekey.orchestrator.verb;

import dev.rekey.control.EventRecord;
import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.core.state.TransitionTable;
import dev.rekey.core.state.Verb;
import dev.rekey.orchestrator.engine.Barrier;
import dev.rekey.orchestrator.engine.Claim;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.guard.ConfirmationGuard;
import dev.rekey.orchestrator.guard.FleetGuard;
import dev.rekey.orchestrator.guard.Guard;
import dev.rekey.orchestrator.guard.JournalGuard;
import dev.rekey.orchestrator.guard.SoakGuard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ends the writing of the source. Point of no return: from here the source falls behind. */
public final class RetireVerb extends MigrationVerb {

  private final Confirmation confirmation;

  /** A verb for the named migration. */
  public RetireVerb(VerbContext context, Optional<String> name, Confirmation confirmation) {
    super(context, name);
    this.confirmation = confirmation;
  }

  @Override
  Verb verb() {
    return Verb.RETIRE;
  }

  @Override
  void requireAllowed(MigrationRecord record) {
    if (record.state() != MigrationState.READS_SWITCHED) {
      TransitionTable.require(record.state(), Verb.RETIRE);
    }
  }

  @Override
  List<Guard> beforeClaim(MigrationRecord record) {
    Optional<String> answer =
        context().mode() == VerbContext.Mode.DRY_RUN
            ? confirmation.given()
            : confirmation.answer(
                "POINT OF NO RETURN: %s will not be written any more.\nType the migration's name (%s) to go on: "
                    .formatted(record.source().cql(), record.name()));
    return List.of(
        new SoakGuard(
            switchedAt(record), record.settings().soak(), context().stores().clock().instant()),
        new ConfirmationGuard(record.name(), answer, command(record)));
  }

  @Override
  List<Guard> guards(MigrationRecord record, FleetView fleet) {
    List<Guard> guards = new ArrayList<>(StandardGuards.all(context(), record));
    guards.add(new FleetGuard(fleet, record));
    guards.add(new JournalGuard(context().stores(), record.name()));
    return guards;
  }

  @Override
  List<String> actions(MigrationRecord record) {
    return List.of(
        "publish TARGET and wait for every instance",
        "move to SOURCE_RETIRED (point of no return)");
  }

  @Override
  void perform(Claim claim) {
    if (claim.record().state() == MigrationState.READS_SWITCHED) {
      move(claim, MigrationState.SOAKED, "the time of observation has passed");
    }
    Barrier barrier = barrier(claim);
    if (claim.record().publication().phase() != Phase.TARGET) {
      barrier.drain(Leg.SOURCE);
    }
    new Walk(claim, barrier, context().narrator()).to(Phase.TARGET);
    barrier.sweep();
    move(claim, MigrationState.SOURCE_RETIRED, "the source is not written any more");
  }

  private Optional<Instant> switchedAt(MigrationRecord record) {
    return context()
        .stores()
        .events()
        .list(record.name(), record.createdAt(), context().stores().clock().instant())
        .stream()
        .filter(
            event ->
                event.toState().filter(MigrationState.READS_SWITCHED.name()::equals).isPresent())
        .map(EventRecord::at)
        .max(Instant::compareTo)
        // The history may lack the line; the row was certainly not written before the switch.
        .or(() -> Optional.of(record.updatedAt()));
  }
}
