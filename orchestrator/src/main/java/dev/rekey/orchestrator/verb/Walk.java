package dev.rekey.orchestrator.verb;

import dev.rekey.control.Publication;
import dev.rekey.core.state.Phase;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.engine.Barrier;
import dev.rekey.orchestrator.engine.Claim;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.engine.Narrator;

/**
 * Leads the fleet from its present phase to another, neighbour by neighbour, each behind a barrier.
 *
 * <p>The journal is drained inside the strict phase in which a failed follow leg is the
 * application's error: there it only ever shrinks, and once it is empty every acknowledged write is
 * in both tables, which is when reads may change sides. A run that was interrupted waits for the
 * barrier of the phase it finds before it goes on.
 */
final class Walk {

  private final Claim claim;
  private final Barrier barrier;
  private final Narrator narrator;

  Walk(Claim claim, Barrier barrier, Narrator narrator) {
    this.claim = claim;
    this.barrier = barrier;
    this.narrator = narrator;
  }

  /** Returns the fleet as it passed the last barrier. */
  FleetView to(Phase goal) {
    FleetView fleet = barrier.await();
    for (Phase phase : claim.record().publication().phase().stepsTo(goal)) {
      drainBefore(phase);
      Publication next = claim.record().publication().next(phase);
      narrator.say("  publishing epoch %d: %s".formatted(next.epoch(), phase));
      claim.publish(next, "publish " + phase);
      fleet = barrier.await();
    }
    return fleet;
  }

  /** Reads, or all writes, change sides: what the new side is still owed must have arrived. */
  private void drainBefore(Phase next) {
    Phase phase = claim.record().publication().phase();
    if (phase.lead() != next.lead() || (phase.isDual() && !next.isDual())) {
      try {
        barrier.drain(next.lead());
      } catch (RekeyException e) {
        relax(e);
        throw e;
      }
    }
  }

  /**
   * A person has to look at what is owed, and until then applications must not see every error of
   * the follow leg: the strict phase is left for the one beside it, which reads the same table.
   */
  private void relax(RekeyException failure) {
    Phase phase = claim.record().publication().phase();
    if (!phase.isStrict() || failure.exitCode() != ExitCode.GUARD_FAILED) {
      return;
    }
    Phase relaxed = phase.readsTarget() ? Phase.DUAL_READ_TARGET : Phase.DUAL;
    try {
      Publication next = claim.record().publication().next(relaxed);
      narrator.say("  publishing epoch %d: back to %s".formatted(next.epoch(), relaxed));
      claim.publish(next, "publish " + relaxed + " again");
      barrier.await();
    } catch (RekeyException e) {
      failure.addSuppressed(e);
    }
  }
}
