package dev.rekey.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rekey.migrations.FaultyLockStore.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LeasedLockTest {
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final ManualTime time = new ManualTime();
  private final FaultyLockStore store = new FaultyLockStore();
  private final List<LockLostException> losses = new ArrayList<>();

  private LeasedLock lock(String owner, ManualTime itsTime) {
    return LeasedLock.builder(store, "migrations")
        .owner(owner)
        .lease(LEASE)
        .clock(itsTime)
        .timer(itsTime)
        .build();
  }

  private Lease acquire(String owner) {
    Lease lease = lock(owner, time).acquire(Duration.ZERO);
    lease.onLost(losses::add);
    return lease;
  }

  private static Fault[] times(int count, Fault fault) {
    return IntStream.range(0, count).mapToObj(i -> fault).toArray(Fault[]::new);
  }

  @Test
  void tokensRiseOverReleases() {
    for (long token = 1; token <= 3; token++) {
      Lease lease = acquire("a");
      assertThat(lease.token()).isEqualTo(token);
      lease.check();
      lease.close();
      assertThat(lease.isHeld()).isFalse();
      assertThatThrownBy(lease::check)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Cannot use lock 'migrations': released");
    }
    assertThat(time.scheduled()).isZero();
    assertThat(losses).isEmpty();
  }

  @Test
  void aRenewedLockIsHeldForeverAndContendersLearnWhoHoldsIt() {
    Lease lease = acquire("alice@host");
    time.advance(Duration.ofMinutes(10));
    assertThat(lease.isHeld()).isTrue();
    assertThatThrownBy(() -> lock("bob", time).acquire(Duration.ofMinutes(5)))
        .isInstanceOfSatisfying(
            LockHeldException.class, e -> assertThat(e.owner()).isEqualTo("alice@host"))
        .hasMessageMatching(
            "Cannot take lock 'migrations': held by alice@host until 2026-01-01T00:15:\\S+Z unless renewed \\(token 1\\)\\. Wait .*");
    assertThat(lease.isHeld()).isTrue();
    assertThat(losses).isEmpty();
  }

  @Test
  void aDeadHolderIsReplacedAfterItsLeaseWhateverTheWallClocksSay() {
    Lease dead = lock("dead", new ManualTime()).acquire(Duration.ZERO);
    time.jumpWall(Duration.ofHours(-5)); // the contender's clock is far behind
    long start = time.monotonicNanos();
    Lease next = lock("next", time).acquire(LEASE.multipliedBy(2));
    assertThat(Duration.ofNanos(time.monotonicNanos() - start))
        .isBetween(LEASE, LEASE.plusSeconds(3));
    assertThat(next.token()).isEqualTo(2);
    dead.close(); // must not release what is not his any more
    assertThat(store.read("migrations").orElseThrow().owner()).isEqualTo("next");
    assertThat(next.isHeld()).isTrue();
  }

  @Test
  void aLeaseLongPastIsTakenAtOnce() {
    lock("dead", new ManualTime()).acquire(Duration.ZERO);
    time.jumpWall(LEASE.plus(LeasedLock.DEFAULT_MAX_CLOCK_SKEW).plusMillis(1));
    assertThat(acquire("next").token()).isEqualTo(2);
  }

  @Test
  void aLeaseJustPastByTheWallClockIsNotTakenAtOnce() {
    lock("slow clock", new ManualTime()).acquire(Duration.ZERO);
    time.jumpWall(LEASE.plusSeconds(1));
    assertThatThrownBy(() -> acquire("next")).isInstanceOf(LockHeldException.class);
  }

  @Test
  void aStoppedProcessKnowsThatItsLeaseLapsed() {
    Lease lease = acquire("a");
    time.pause(LEASE.multipliedBy(9).dividedBy(10).minusMillis(1));
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(1));
    time.pause(Duration.ofMillis(1));
    assertThat(lease.remaining()).isZero();
    assertThatThrownBy(lease::check)
        .isInstanceOf(LockLostException.class)
        .hasMessage(
            "Cannot go on under lock 'migrations' (token 1, a): its lease lapsed without a renewal. Nothing was cleaned up; run again.");
    assertThat(losses).hasSize(1);
    time.advance(LEASE); // a late renewal must not bring it back
    assertThat(lease.isHeld()).isFalse();
    assertThat(losses).hasSize(1);
  }

  @Test
  void aSleepingMachineIsNoticedByTheWallClock() {
    Lease lease = acquire("a");
    time.jumpWall(LEASE);
    assertThat(lease.isHeld()).isFalse();
  }

  @Test
  void anUnknownAcquisitionIsResolvedByReading() {
    store.fail(Fault.APPLIED_ANSWER_LOST);
    assertThat(acquire("a").token()).isEqualTo(1);
    assertThat(store.writes()).isEqualTo(1);
  }

  @Test
  void aLostAcquisitionIsSentAgain() {
    store.fail(Fault.REQUEST_LOST);
    assertThat(acquire("a").token()).isEqualTo(1);
    assertThat(store.writes()).isEqualTo(2);
  }

  @Test
  void anAcquisitionThatStaysUnknownIsSaidToBe() {
    store.fail(times(3, Fault.REQUEST_LOST));
    assertThatThrownBy(() -> acquire("a"))
        .isInstanceOf(LockException.class)
        .hasMessageStartingWith(
            "Cannot write lock 'migrations': outcome still unknown after 3 tries.");
  }

  @Test
  void aRenewalWhoseAnswerIsLostCountsFromWhenItWasSent() {
    Lease lease = acquire("a");
    store.fail(Fault.APPLIED_ANSWER_LOST);
    time.advance(LEASE.dividedBy(3));
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.remaining()).isEqualTo(LEASE.multipliedBy(9).dividedBy(10));
    assertThat(store.writes()).isEqualTo(2);
  }

  @Test
  void aLateCopyOfARenewalDoesNoHarm() {
    Lease lease = acquire("a");
    store.fail(Fault.REQUEST_LATE);
    time.advance(LEASE.multipliedBy(2));
    long beat = store.read("migrations").orElseThrow().beat();
    store.deliverLate();
    assertThat(store.read("migrations").orElseThrow().beat()).isEqualTo(beat);
    time.advance(LEASE);
    assertThat(lease.isHeld()).isTrue();
    lease.close();
    assertThat(lock("b", time).holder()).isEmpty();
  }

  @Test
  void aRenewalThatArrivesBetweenTwoTriesIsRecognised() {
    Lease lease = acquire("a");
    store.fail(times(3, Fault.REQUEST_LATE));
    time.advance(LEASE.dividedBy(3));
    store.deliverLate();
    time.advance(LEASE.multipliedBy(2));
    assertThat(lease.isHeld()).isTrue();
    assertThat(losses).isEmpty();
  }

  @Test
  void aRenewalInDoubtIsTriedUntilTheLeaseLapses() {
    Lease lease = acquire("a");
    store.fail(times(6, Fault.REQUEST_LOST)); // two rounds of three
    time.advance(LEASE);
    assertThat(lease.isHeld()).isTrue();
    store.fail(times(300, Fault.REQUEST_LOST));
    time.advance(LEASE);
    assertThat(lease.isHeld()).isFalse();
    assertThat(losses).hasSize(1);
    assertThat(time.scheduled()).isZero();
  }

  @Test
  void aReplacedHolderIsToldAtItsNextRenewal() {
    Lease lease = acquire("a");
    LockRow row = store.read("migrations").orElseThrow();
    store.replace(row, row.takenBy(UUID.randomUUID(), "b", row.until(), LEASE));
    time.advance(LEASE.dividedBy(3));
    assertThat(losses)
        .singleElement()
        .extracting(Throwable::getMessage)
        .asString()
        .contains("another holder replaced it");
    lease.onLost(losses::add);
    assertThat(losses).hasSize(2);
  }

  @Test
  void releasingAfterARenewalInDoubtWorks() {
    Lease lease = acquire("a");
    store.fail(times(3, Fault.REQUEST_LATE));
    time.advance(LEASE.dividedBy(3));
    store.deliverLate();
    lease.close();
    assertThat(lock("b", time).holder()).isEmpty();
  }

  @Test
  void tooShortALeaseIsRefused() {
    assertThatThrownBy(() -> LeasedLock.builder(store, "x").lease(Duration.ofMillis(1)))
        .hasMessage("Cannot use a lease of PT0.001S: the least is PT0.3S");
  }
}
