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
import dev.rekey.orchestrator.guard.GuardResult;
import dev.rekey.orchestrator.guard.JournalGuard;
import dev.rekey.orchestrator.guard.SoakGuard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ends the writing of the source. Point of no return: from here the source falls behind. */
public final class RetireVerb extends MigrationVerb {

  private final Confirmation confirmation;
  private final Source source;

  /** What the operator says about the source. */
  public enum Source {
    /** It is the table the migration was started with; this is checked. */
    INTACT,
    /** It is gone, or another table bears its name: there is no way back to it already. */
    LOST
  }

  /** A verb for the named migration. */
  public RetireVerb(
      VerbContext context, Optional<String> name, Confirmation confirmation, Source source) {
    super(context, name);
    this.confirmation = confirmation;
    this.source = source;
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

  /** Nobody is asked for a name that would not help. */
  @Override
  List<Guard> beforeClaim(MigrationRecord record) {
    GuardResult soak =
        new SoakGuard(
                switchedAt(record), record.settings().soak(), context().stores().clock().instant())
            .check();
    if (context().mode() == VerbContext.Mode.CHECK) {
      return List.of(() -> soak);
    }
    boolean ask = soak.passed() && context().mode() == VerbContext.Mode.REAL;
    String consequence =
        "POINT OF NO RETURN: %s will not be written any more".formatted(record.source().cql());
    Optional<String> answer =
        ask
            ? confirmation.answer(
                "%s.\nType the migration's name (%s) to go on: "
                    .formatted(consequence, record.name()))
            : confirmation.given();
    return List.of(
        () -> soak, new ConfirmationGuard(record.name(), answer, command(record), consequence));
  }

  @Override
  List<Guard> guards(MigrationRecord record, FleetView fleet) {
    List<Guard> guards =
        new ArrayList<>(
            source == Source.INTACT
                ? StandardGuards.all(context(), record)
                : StandardGuards.ofTarget(context(), record));
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
    if (source == Source.INTACT && claim.record().publication().phase() != Phase.TARGET) {
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
