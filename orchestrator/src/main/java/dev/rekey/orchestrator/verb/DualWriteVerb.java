package dev.rekey.orchestrator.verb;

import dev.rekey.control.MigrationRecord;
import dev.rekey.control.Publication;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.core.state.Verb;
import dev.rekey.migrations.ScriptInfo;
import dev.rekey.orchestrator.engine.Barrier;
import dev.rekey.orchestrator.engine.Claim;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.engine.Waiting;
import dev.rekey.orchestrator.guard.ClockGuard;
import dev.rekey.orchestrator.guard.FleetGuard;
import dev.rekey.orchestrator.guard.Guard;
import dev.rekey.orchestrator.guard.MirroringGuard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Makes every instance write both tables, then fixes the fence.
 *
 * <p>The fence F is larger than the timestamp of every write that was not mirrored: such a write
 * was sent before its instance acknowledged the dual phase, by a clock that the instance has
 * reported since. It is published as an epoch of its own; behind that barrier every mirrored write
 * carries a timestamp above F, and only then may copying begin.
 */
public final class DualWriteVerb extends MigrationVerb {

  /** An interceptor that found no control keyspace looks again, and then registers. */
  private static final Duration KEYSPACE_AGE = Duration.ofSeconds(16);

  private static final Duration PROOF = Duration.ofSeconds(5);

  /** A verb for the named migration. */
  public DualWriteVerb(VerbContext context, Optional<String> name) {
    super(context, name);
  }

  @Override
  Verb verb() {
    return Verb.DUAL_WRITE;
  }

  @Override
  List<Guard> guards(MigrationRecord record, FleetView fleet) {
    List<Guard> guards = new ArrayList<>(StandardGuards.all(context(), record));
    guards.add(new FleetGuard(fleet, record));
    guards.add(new ClockGuard(fleet, context().timing().maxClockSkew()));
    return guards;
  }

  @Override
  List<String> actions(MigrationRecord record) {
    long epoch = record.publication().epoch();
    List<String> actions = new ArrayList<>();
    if (record.publication().phase() == Phase.SOURCE) {
      actions.add("publish epoch %d: DUAL".formatted(++epoch));
    }
    actions.add("wait until every live instance has acknowledged it");
    if (record.publication().fence().isEmpty()) {
      actions.add("publish epoch %d: the fence".formatted(epoch + 1));
      actions.add("wait until every live instance has acknowledged it");
    }
    actions.add("move to DUAL_WRITING");
    return actions;
  }

  @Override
  void perform(Claim claim) {
    Barrier barrier = barrier(claim);
    if (claim.record().publication().phase() == Phase.SOURCE) {
      awaitKeyspaceAge();
      Publication dual = claim.record().publication().next(Phase.DUAL);
      say("  publishing epoch %d: DUAL".formatted(dual.epoch()));
      claim.publish(dual, "publish DUAL");
    }
    FleetView fleet = barrier.await();
    if (claim.record().publication().fence().isEmpty()) {
      Guards.require(
          List.of(new ClockGuard(fleet, context().timing().maxClockSkew())),
          "fix the fence",
          context().narrator());
      Publication fenced = claim.record().publication().fenced(fence(fleet));
      say(
          "  publishing epoch %d: fence %d"
              .formatted(fenced.epoch(), fenced.fence().orElseThrow()));
      claim.publish(fenced, "publish the fence");
      fleet = barrier.await();
    }
    proveMirroring(claim, barrier, fleet);
    move(
        claim,
        MigrationState.DUAL_WRITING,
        "every instance writes both tables",
        Map.of(
            "instances", Integer.toString(fleet.live().size()),
            "fence", Long.toString(claim.record().publication().fence().orElseThrow())));
  }

  private long fence(FleetView fleet) {
    long own = TimeUnit.MILLISECONDS.toMicros(context().stores().clock().millis());
    long skew = context().timing().maxClockSkew().toNanos() / 1_000;
    return Math.max(own, fleet.largestClockMicros().orElse(own)) + skew;
  }

  private void awaitKeyspaceAge() {
    Optional<Instant> created =
        InitVerb.migrations(context().stores().session()).info().stream()
            .map(ScriptInfo::startedAt)
            .flatMap(Optional::stream)
            .min(Instant::compareTo);
    if (created.isEmpty()) {
      return;
    }
    Duration age = Duration.between(created.get(), context().stores().clock().instant());
    Duration left = KEYSPACE_AGE.minus(age);
    if (!left.isNegative() && !left.isZero()) {
      say(
          "  the control keyspace is %d s old: waiting %d s, until every instance knows it"
              .formatted(age.toSeconds(), left.toSeconds() + 1));
      Waiting.atMost(left).pause(left);
    }
  }

  private void proveMirroring(Claim claim, Barrier barrier, FleetView before) {
    Waiting waiting = Waiting.atMost(PROOF);
    MirroringGuard guard = new MirroringGuard(before, barrier.look(), claim.record().name());
    while (guard.mirrored() == 0 && !waiting.over() && !before.live().isEmpty()) {
      claim.check();
      waiting.pause(context().timing().poll());
      guard = new MirroringGuard(before, barrier.look(), claim.record().name());
    }
    Guards.require(List.of(guard), "trust the mirroring", context().narrator());
  }
}
