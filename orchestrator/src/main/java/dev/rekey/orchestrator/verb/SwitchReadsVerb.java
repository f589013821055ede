package dev.rekey.orchestrator.verb;

import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.core.state.Verb;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.engine.Claim;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.guard.EvidenceGuard;
import dev.rekey.orchestrator.guard.FleetGuard;
import dev.rekey.orchestrator.guard.Guard;
import dev.rekey.orchestrator.guard.JournalGuard;
import dev.rekey.orchestrator.guard.ShadowReadsGuard;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes every instance read the target; both tables go on being written. */
public final class SwitchReadsVerb extends MigrationVerb {

  /** A verb for the named migration. */
  public SwitchReadsVerb(VerbContext context, Optional<String> name) {
    super(context, name);
  }

  @Override
  Verb verb() {
    return Verb.SWITCH_READS;
  }

  @Override
  List<Guard> guards(MigrationRecord record, FleetView fleet) {
    List<Guard> guards = new ArrayList<>(StandardGuards.all(context(), record));
    guards.add(new FleetGuard(fleet, record));
    guards.add(new EvidenceGuard(context().stores(), record, fleet));
    guards.add(
        new ShadowReadsGuard(
            fleet, record.name(), context().stores().evidence().latest(record.name())));
    guards.add(new JournalGuard(context().stores(), record.name()));
    return guards;
  }

  @Override
  List<String> actions(MigrationRecord record) {
    List<String> actions = new ArrayList<>();
    for (Phase phase : record.publication().phase().stepsTo(Phase.DUAL_READ_TARGET)) {
      actions.add("publish %s and wait for every instance".formatted(phase));
      if (phase == Phase.DUAL_STRICT) {
        actions.add("wait until the journal is empty");
      }
    }
    actions.add("move to READS_SWITCHED");
    return actions;
  }

  @Override
  void perform(Claim claim) {
    Walk walk = new Walk(claim, barrier(claim), context().narrator());
    // An interrupted switch may have reached the target already; going back would be a detour.
    if (!claim.record().publication().phase().readsTarget()) {
      requireEvidence(claim, walk, Phase.DUAL_STRICT);
      requireEvidence(claim, walk, Phase.DUAL_READ_TARGET_STRICT);
    }
    FleetView fleet = walk.to(Phase.DUAL_READ_TARGET);
    move(
        claim,
        MigrationState.READS_SWITCHED,
        "every instance reads the target",
        Map.of("instances", Integer.toString(fleet.live().size())));
  }

  /**
   * A barrier may have found a dead instance, or one that could not journal a write, and then the
   * evidence is void. The strict phases, in which the application sees errors of the follow leg,
   * are not left standing in that case.
   */
  private void requireEvidence(Claim claim, Walk walk, Phase phase) {
    FleetView fleet = walk.to(phase);
    try {
      Guards.require(
          List.of(new EvidenceGuard(context().stores(), claim.record(), fleet)),
          "switch reads",
          context().narrator());
    } catch (RekeyException e) {
      walk.to(Phase.DUAL);
      throw new RekeyException(
          e.exitCode(), e.getMessage(), NextCommand.withoutEvidence(claim.record()), e);
    }
  }
}
