package dev.rekey.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.control.RowMarker;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class WriteGroupsTest {

  private static final long FENCE = 10_000;
  private static final ByteBuffer VALUE = ByteBuffer.wrap(new byte[] {1});
  private static final List<Slot> SLOTS =
      List.of(
          new Slot("a", Optional.empty(), CellForm.ATOMIC),
          new Slot("b", Optional.empty(), CellForm.ATOMIC),
          new Slot("s", Optional.empty(), CellForm.SET));

  private final WriteGroups inserts = new WriteGroups(FENCE, RowMarker.INSERT, SLOTS);
  private final WriteGroups updates = new WriteGroups(FENCE, RowMarker.UPDATE, SLOTS);

  @Test
  void rowWithoutCellsIsAMarkerJustBelowTheFenceWhateverThePolicy() {
    WriteGroup marker =
        new WriteGroup(WriteGroup.Verb.INSERT, FENCE - 1, OptionalLong.empty(), List.of());
    assertThat(inserts.of(List.of())).containsExactly(marker);
    assertThat(updates.of(List.of())).containsExactly(marker);
  }

  @Test
  void cellsOfOneMomentTravelInOneInsertThatAlsoWritesTheMarker() {
    List<Cell> cells = List.of(cell(0, 1000), cell(1, 1000));
    assertThat(inserts.of(cells))
        .containsExactly(new WriteGroup(WriteGroup.Verb.INSERT, 1000, OptionalLong.empty(), cells));
  }

  @Test
  void everyMomentGetsItsOwnStatementAndTheOldestWritesTheMarker() {
    Cell old = cell(0, 1000);
    Cell young = cell(1, 5000);
    assertThat(inserts.of(List.of(young, old)))
        .containsExactly(
            new WriteGroup(WriteGroup.Verb.INSERT, 1000, OptionalLong.empty(), List.of(old)),
            new WriteGroup(WriteGroup.Verb.UPDATE, 5000, OptionalLong.empty(), List.of(young)));
  }

  @Test
  void markerNeverStandsAboveTheFence() {
    Cell mirrored = cell(0, FENCE + 5);
    assertThat(inserts.of(List.of(mirrored)))
        .containsExactly(
            new WriteGroup(WriteGroup.Verb.INSERT, FENCE - 1, OptionalLong.empty(), List.of()),
            new WriteGroup(
                WriteGroup.Verb.UPDATE, FENCE + 5, OptionalLong.empty(), List.of(mirrored)));
  }

  @Test
  void markerEndsWithTheLastCellOfARowThatExpires() {
    Cell first = new Cell(0, VALUE, OptionalLong.of(1000), OptionalLong.of(70));
    Cell last = new Cell(1, VALUE, OptionalLong.of(2000), OptionalLong.of(90));
    assertThat(inserts.of(List.of(first, last)))
        .containsExactly(
            new WriteGroup(WriteGroup.Verb.INSERT, 1000, OptionalLong.of(90), List.of()),
            new WriteGroup(WriteGroup.Verb.UPDATE, 1000, OptionalLong.of(70), List.of(first)),
            new WriteGroup(WriteGroup.Verb.UPDATE, 2000, OptionalLong.of(90), List.of(last)));
  }

  @Test
  void markerStaysWhenOneCellStays() {
    Cell expiring = new Cell(0, VALUE, OptionalLong.of(1000), OptionalLong.of(70));
    Cell staying = cell(1, 2000);
    assertThat(inserts.of(List.of(expiring, staying)).get(0))
        .isEqualTo(new WriteGroup(WriteGroup.Verb.INSERT, 1000, OptionalLong.empty(), List.of()));
  }

  @Test
  void updatedTablesGetNoMarker() {
    assertThat(updates.of(List.of(cell(0, 1000), cell(1, 5000))))
        .extracting(WriteGroup::verb)
        .containsOnly(WriteGroup.Verb.UPDATE);
  }

  @Test
  void unreadableWritetimesStandJustBelowTheFence() {
    Cell element = new Cell(2, VALUE, OptionalLong.empty(), OptionalLong.empty());
    assertThat(updates.of(List.of(element)))
        .containsExactly(
            new WriteGroup(
                WriteGroup.Verb.UPDATE, FENCE - 1, OptionalLong.empty(), List.of(element)));
  }

  @Test
  void setElementsNeverTravelInAnInsertWhichWouldEmptyTheSet() {
    Cell element = new Cell(2, VALUE, OptionalLong.of(1000), OptionalLong.empty());
    assertThat(inserts.of(List.of(element)))
        .containsExactly(
            new WriteGroup(WriteGroup.Verb.INSERT, 1000, OptionalLong.empty(), List.of()),
            new WriteGroup(WriteGroup.Verb.UPDATE, 1000, OptionalLong.empty(), List.of(element)));
  }

  private static Cell cell(int slot, long writetime) {
    return new Cell(slot, VALUE, OptionalLong.of(writetime), OptionalLong.empty());
  }
}
