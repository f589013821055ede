package dev.rekey.orchestrator.guard;

import dev.rekey.migrations.LockHolder;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.engine.Claim;
import java.util.Optional;

/** The migration is ours to change: the lock is held and its fencing token stands in the row. */
public final class LockGuard implements Guard {

  private final Optional<Claim> claim;
  private final Optional<LockHolder> holder;

  private LockGuard(Optional<Claim> claim, Optional<LockHolder> holder) {
    this.claim = claim;
    this.holder = holder;
  }

  /** Judges a claim that was taken. */
  public static LockGuard of(Claim claim) {
    return new LockGuard(Optional.of(claim), Optional.empty());
  }

  /** Judges, without taking it, whether the lock could be taken. */
  public static LockGuard wouldBeFree(Optional<LockHolder> holder) {
    return new LockGuard(Optional.empty(), holder);
  }

  @Override
  public GuardResult check() {
    if (claim.isPresent()) {
      boolean ours =
          claim.get().isHeld()
              && claim.get().record().ownership().fencingToken() == claim.get().token();
      return ours
          ? GuardResult.pass("lock", "held, fencing token " + claim.get().token())
          : GuardResult.fail(
              "lock", ExitCode.LOCK_LOST, "not held any more", "run the same command again");
    }
    return holder
        .map(
            other ->
                GuardResult.fail(
                    "lock",
                    ExitCode.LOCK_LOST,
                    "held by %s until %s".formatted(other.owner(), other.until()),
                    "wait until that command has ended"))
        .orElseGet(() -> GuardResult.pass("lock", "free"));
  }
}
