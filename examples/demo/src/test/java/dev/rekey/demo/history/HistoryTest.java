package dev.rekey.demo.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rekey.demo.history.History.ReadMark;
import dev.rekey.demo.history.History.WriteKind;
import dev.rekey.demo.history.RowState.Deleted;
import dev.rekey.demo.history.RowState.Expiring;
import dev.rekey.demo.history.RowState.Interval;
import dev.rekey.demo.history.RowState.Present;
import dev.rekey.demo.history.RowState.Unwritten;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class HistoryTest {
  private static final RowKey KEY = new RowKey(0, 7);
  private static final Interval NOW = new Interval(1_000_000, 1_000_010);

  private final History history = new History(key -> new Present(reading(1)));

  @Test
  void acknowledgedValueThatIsReadIsRight() {
    write(reading(2));

    read(reading(2));

    assertThat(kinds()).isEmpty();
    assertThat(history.totals().rowsJudged()).isEqualTo(1);
    assertThat(history.totals().acknowledgedWrites()).isEqualTo(1);
  }

  @Test
  void catchesALostRow() {
    write(reading(2));

    readNothing();

    assertThat(kinds()).containsExactly(Violation.Kind.LOST);
  }

  @Test
  void catchesALostRowThatNobodyWrote() {
    readNothing();

    assertThat(kinds()).containsExactly(Violation.Kind.LOST);
  }

  @Test
  void catchesARevivedDelete() {
    write(new Deleted());

    read(reading(1));

    assertThat(kinds()).containsExactly(Violation.Kind.REVIVED);
  }

  @Test
  void catchesAnOlderValue() {
    write(reading(2));
    write(reading(3));

    read(reading(2));

    assertThat(kinds()).containsExactly(Violation.Kind.STALE);
  }

  @Test
  void catchesAMixOfTwoValues() {
    write(reading(2).withNote(Optional.of("two")));
    write(reading(3));

    read(reading(3).withNote(Optional.of("two")));

    assertThat(kinds()).containsExactly(Violation.Kind.WRONG);
  }

  @Test
  void catchesARowThatNobodyWrote() {
    History empty = new History(key -> new Unwritten());

    empty.judge(empty.mark(KEY), Optional.of(reading(1)), NOW, "test");

    assertThat(empty.totals().samples())
        .extracting(Violation::kind)
        .containsExactly(Violation.Kind.REVIVED);
  }

  @Test
  void readThatOverlapsAWriteMaySeeEither() {
    ReadMark mark = history.mark(KEY);
    PendingWrite pending = begin(new Present(reading(2)));

    history.judge(mark, Optional.of(reading(1)), NOW, "test");
    history.judge(mark, Optional.of(reading(2)), NOW, "test");
    pending.acknowledge();
    history.judge(mark, Optional.of(reading(1)), NOW, "test");

    assertThat(kinds()).isEmpty();
  }

  @Test
  void readThatBeganAfterTheAcknowledgementMustSeeIt() {
    begin(new Present(reading(2))).acknowledge();

    history.judge(history.mark(KEY), Optional.of(reading(1)), NOW, "test");

    assertThat(kinds()).containsExactly(Violation.Kind.STALE);
  }

  @Test
  void writeOfUnknownOutcomeLeavesBothStatesPossibleAndTheRowAlone() {
    begin(new Deleted()).doubt();

    read(reading(1));
    readNothing();

    assertThat(kinds()).isEmpty();
    assertThat(history.isWritable(KEY)).isFalse();
    assertThat(history.isInDoubt(KEY)).isTrue();
    assertThatThrownBy(() -> begin(new Deleted()))
        .hasMessageContaining("Cannot write a row again: an outcome is unknown");
    read(reading(9));
    assertThat(kinds()).containsExactly(Violation.Kind.REVIVED);
  }

  @Test
  void ownerMayNotSendASecondWriteWhileOneIsInFlight() {
    begin(new Deleted());

    assertThatThrownBy(() -> begin(new Deleted())).hasMessageContaining("one is in flight");
  }

  @Test
  void rowWithTtlMustBeThereFirstAndGoneLater() {
    write(Expiring.of(reading(2), 10, NOW));

    history.judge(history.mark(KEY), Optional.of(reading(2)), after(5), "test");
    history.judge(history.mark(KEY), Optional.empty(), after(10), "test");
    history.judge(history.mark(KEY), Optional.of(reading(2)), after(10), "test");
    history.judge(history.mark(KEY), Optional.empty(), after(13), "test");
    assertThat(kinds()).isEmpty();

    history.judge(history.mark(KEY), Optional.empty(), after(5), "test");
    history.judge(history.mark(KEY), Optional.of(reading(2)), after(13), "test");
    assertThat(kinds()).containsExactly(Violation.Kind.LOST, Violation.Kind.REVIVED);
  }

  @Test
  void readSlowerThanManyWritesIsNotJudged() {
    ReadMark mark = history.mark(KEY);
    for (int i = 0; i < 20; i++) {
      write(reading(i));
    }

    history.judge(mark, Optional.of(reading(3)), NOW, "test");

    assertThat(kinds()).isEmpty();
  }

  @Test
  void violationNamesTheRowAndBothStates() {
    write(new Deleted());

    read(reading(1));

    assertThat(history.totals().samples().get(0))
        .hasToString(
            "REVIVED RowKey[sensor=0, ordinal=7] (test): expected Deleted[], found %s"
                .formatted(reading(1)));
  }

  private static Interval after(int seconds) {
    return new Interval(NOW.startMillis() + seconds * 1000L, NOW.endMillis() + seconds * 1000L);
  }

  private void write(Reading reading) {
    write(new Present(reading));
  }

  private void write(RowState state) {
    begin(state).acknowledge();
  }

  private PendingWrite begin(RowState state) {
    return history.begin(WriteKind.INSERT, Map.of(KEY, state));
  }

  private void read(Reading reading) {
    history.judge(history.mark(KEY), Optional.of(reading), NOW, "test");
  }

  private void readNothing() {
    history.judge(history.mark(KEY), Optional.empty(), NOW, "test");
  }

  private List<Violation.Kind> kinds() {
    return history.totals().samples().stream().map(Violation::kind).toList();
  }

  private static Reading reading(int number) {
    return new Reading(number, "bar", number, Optional.empty(), Set.of("tag"));
  }
}
