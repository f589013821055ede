package dev.rekey.orchestrator.verb;

import com.datastax.oss.driver.api.core.DriverException;
import dev.rekey.control.ControlSchema;
import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.IllegalTransitionException;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Transition;
import dev.rekey.core.state.TransitionTable;
import dev.rekey.core.state.Verb;
import dev.rekey.migrations.LeasedLock;
import dev.rekey.migrations.LockHolder;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.engine.Barrier;
import dev.rekey.orchestrator.engine.Claim;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.guard.Guard;
import dev.rekey.orchestrator.guard.GuardResult;
import dev.rekey.orchestrator.guard.LockGuard;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A verb that moves a migration along the transition table: state, guards, claim, step, next
 * command. What a step has already done shows in the migration's row, so that running it again goes
 * on from there.
 */
abstract class MigrationVerb {

  private final VerbContext context;
  private final Optional<String> name;

  MigrationVerb(VerbContext context, Optional<String> name) {
    this.context = context;
    this.name = name;
  }

  /** The verb in the transition table. */
  abstract Verb verb();

  /** What must hold before the step. */
  abstract List<Guard> guards(MigrationRecord record, FleetView fleet);

  /** What must hold before even the lock is taken, so that a failure changes nothing at all. */
  List<Guard> beforeClaim(MigrationRecord record) {
    return List.of();
  }

  /** What the step would do, for a dry run. */
  abstract List<String> actions(MigrationRecord record);

  /** Does the step, from wherever an earlier run has left it. */
  abstract void perform(Claim claim);

  /** True if the state says that the step was completed before. */
  boolean isDone(MigrationRecord record) {
    return TransitionTable.find(record.state(), verb()).isEmpty()
        && TransitionTable.rows().stream()
            .anyMatch(row -> row.verb() == verb() && row.to() == record.state());
  }

  /** The command line that runs this verb. */
  final String command(MigrationRecord record) {
    return "rekey " + verb().command() + " " + record.name();
  }

  final VerbContext context() {
    return context;
  }

  final void say(String line) {
    context.narrator().say(line);
  }

  /** Runs the verb. */
  public ExitCode run() {
    MigrationRecord record = context.migration(name);
    if (isDone(record)) {
      requireFooting(record);
      say("Done already: %s is %s.".formatted(record.name(), record.state()));
      sayNext(record);
      return ExitCode.DONE;
    }
    requireAllowedNow(record);
    return context.mode() == VerbContext.Mode.REAL ? act(record) : dryRun(record);
  }

  /** The transition must be in the table; a verb with several ways refines this. */
  void requireAllowed(MigrationRecord record) {
    TransitionTable.require(record.state(), verb());
  }

  private void requireAllowedNow(MigrationRecord record) {
    try {
      requireAllowed(record);
    } catch (IllegalTransitionException e) {
      throw new RekeyException(
          ExitCode.REFUSED,
          "Cannot %s %s: the migration is in state %s; nothing was changed"
              .formatted(verb().command(), record.name(), record.state()),
          NextCommand.after(record),
          e);
    }
    requireFooting(record);
  }

  private void requireFooting(MigrationRecord record) {
    Footing.require(record.name(), record.state(), record.publication(), verb());
  }

  private ExitCode dryRun(MigrationRecord record) {
    say(
        "Dry run of %s for %s (state %s); nothing is changed."
            .formatted(verb().command(), record.name(), record.state()));
    say("Guards:");
    List<GuardResult> results = Guards.show(allGuards(record), context.narrator());
    say("Actions:");
    actions(record).forEach(action -> say("  - " + action));
    return results.stream()
        .flatMap(result -> result.failure().stream())
        .findFirst()
        .orElse(ExitCode.DONE);
  }

  /** What every guard of the step says now; nothing is said, nothing is changed. */
  final List<GuardResult> look(MigrationRecord record) {
    requireAllowedNow(record);
    return allGuards(record).stream().map(Guard::check).toList();
  }

  private List<Guard> allGuards(MigrationRecord record) {
    List<Guard> guards = new ArrayList<>(beforeClaim(record));
    guards.add(LockGuard.wouldBeFree(lockHolder(record)));
    guards.addAll(guards(record, fleet()));
    return guards;
  }

  private ExitCode act(MigrationRecord record) {
    say("Guards of %s:".formatted(verb().command()));
    Guards.require(beforeClaim(record), verb().command(), context.narrator());
    String owner = context.origin().who() + "@" + context.origin().host();
    try (Claim claim =
        Claim.of(
            context.stores(),
            record,
            Claim.lock(context.stores(), record.name(), owner, context.timing()),
            context.origin())) {
      // Another command may have moved the migration before we got the lock.
      if (isDone(claim.record())) {
        requireFooting(claim.record());
        say("Done already: %s is %s.".formatted(record.name(), claim.record().state()));
        return ExitCode.DONE;
      }
      requireAllowedNow(claim.record());
      List<Guard> guards = new ArrayList<>();
      guards.add(LockGuard.of(claim));
      guards.addAll(guards(claim.record(), fleet()));
      Guards.require(guards, verb().command(), context.narrator());
      claim.clearFailure();
      try {
        perform(claim);
      } catch (RekeyException | DriverException e) {
        claim.fail(e.getMessage());
        throw e;
      }
      sayNext(claim.record());
    }
    return ExitCode.DONE;
  }

  final Barrier barrier(Claim claim) {
    return new Barrier(context.stores(), claim, context.timing(), context.narrator());
  }

  final FleetView fleet() {
    return new FleetView(context.stores().instances().list(), context.stores().clock().instant());
  }

  final void move(Claim claim, MigrationState to, String message) {
    move(claim, to, message, Map.of());
  }

  final void move(Claim claim, MigrationState to, String message, Map<String, String> detail) {
    Transition allowed =
        TransitionTable.rows().stream()
            .filter(row -> row.from() == claim.record().state() && row.to() == to)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "Cannot move from %s to %s: not in the transition table"
                            .formatted(claim.record().state(), to)));
    if (allowed.phase() != claim.record().publication().phase()) {
      throw new IllegalStateException(
          "Cannot move to %s: the fleet's phase is %s, not %s"
              .formatted(to, claim.record().publication().phase(), allowed.phase()));
    }
    claim.move(to, message, detail);
    say("%s is %s.".formatted(claim.record().name(), to));
  }

  private Optional<LockHolder> lockHolder(MigrationRecord record) {
    return LeasedLock.builder(
            context.stores().session(), ControlSchema.KEYSPACE, Claim.lockName(record.name()))
        .build()
        .holder();
  }

  private void sayNext(MigrationRecord record) {
    say("Next: " + NextCommand.after(record));
  }
}
