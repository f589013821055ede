package dev.rekey.control;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * What must be written to one table so that its row shows what the home shows. Pure.
 *
 * <p>A cell of the home is written with its own write time, so that writing it late, or twice,
 * changes nothing that is newer. A cell that the home does not show is deleted at its own write
 * time, where the tombstone wins the tie, and only if it is known to be dead: it may otherwise be a
 * write that has not reached the home yet. What the home is known to have lost is deleted even
 * where the other table shows nothing, since an older copy of it may still arrive there.
 *
 * <p>Lists, and what has no readable write time, are written as a whole, younger than everything in
 * either table. Such a change is not exact, and is looked at again after it was made.
 */
final class RowChange {
  private static final long FIRST_STEP_MICROS = 10_000;

  /** A cell with its time and what is left of its life. */
  record Put(CellPath path, ByteBuffer value, long micros, long secondsLeft) {}

  /** A column as a whole; without a value it is deleted. */
  record Replacement(String column, Optional<RowState.Whole> whole, long micros) {}

  /** A row marker. */
  record MarkerAt(long micros, long secondsLeft) {}

  private final RowState home;
  private final RowState other;
  private final Ruling ruling;
  private final int round;
  private final Set<Put> tried;
  private final LongUnaryOperator spread;

  private final List<Put> puts = new ArrayList<>();
  private final Map<CellPath, Long> removals = new HashMap<>();
  private final List<Replacement> replacements = new ArrayList<>();
  private OptionalLong rowRemoval = OptionalLong.empty();
  private Optional<MarkerAt> marker = Optional.empty();
  private boolean inexact;
  private boolean young;

  private RowChange(
      RowState home,
      RowState other,
      Ruling ruling,
      int round,
      Set<Put> tried,
      LongUnaryOperator spread) {
    this.home = home;
    this.other = other;
    this.ruling = ruling;
    this.round = round;
    this.tried = tried;
    this.spread = spread;
  }

  /**
   * The difference.
   *
   * @param round counts from 0 how often the row was looked at
   * @param tried what was put in rounds before and is hidden by something if it is still missing
   * @param spread a number below its argument: two that copy the same list at the same moment must
   *     not do it with the same timestamp, which would keep the elements of both
   */
  static RowChange between(
      RowState home,
      RowState other,
      Ruling ruling,
      int round,
      Set<Put> tried,
      LongUnaryOperator spread) {
    RowChange change = new RowChange(home, other, ruling, round, tried, spread);
    if (home.exists()) {
      change.cells();
      change.wholes();
      change.proven();
      change.markerOfPresent();
    } else {
      change.absent();
    }
    return change;
  }

  /** With the removals left out: what a copy of the live cells alone would be. */
  RowChange withoutRemovals() {
    removals.clear();
    rowRemoval = OptionalLong.empty();
    inexact = false;
    return this;
  }

  /** With everything that is put at one time: what a repetition by a client's clock would be. */
  RowChange putAt(long micros) {
    puts.replaceAll(put -> new Put(put.path(), put.value(), micros, put.secondsLeft()));
    return this;
  }

  List<Put> puts() {
    return puts;
  }

  Map<CellPath, Long> removals() {
    return removals;
  }

  List<Replacement> replacements() {
    return replacements;
  }

  OptionalLong rowRemoval() {
    return rowRemoval;
  }

  Optional<MarkerAt> marker() {
    return marker;
  }

  /** Whether it makes the row exist. */
  boolean writesCells() {
    return !puts.isEmpty()
        || marker.isPresent()
        || replacements.stream().anyMatch(replacement -> replacement.whole().isPresent());
  }

  boolean isEmpty() {
    return puts.isEmpty()
        && removals.isEmpty()
        && replacements.isEmpty()
        && rowRemoval.isEmpty()
        && marker.isEmpty();
  }

  /** Whether the rows must be looked at again after this was written. */
  boolean isInexact() {
    return inexact;
  }

  /** Whether something was left alone because it may still be on its way to the home. */
  boolean leavesYoung() {
    return young;
  }

  private void cells() {
    Set<CellPath> paths = new HashSet<>(home.cells().keySet());
    paths.addAll(other.cells().keySet());
    paths.removeIf(path -> !ruling.columns().contains(path.column()));
    for (CellPath path : paths) {
      RowState.Live right = home.cells().get(path);
      RowState.Live there = other.cells().get(path);
      if (right == null) {
        removeIfDead(path, there.micros());
      } else if (there == null) {
        put(path, right);
      } else if (!right.isSameWrite(there)) {
        replace(path, right, there);
      }
    }
  }

  /** What was put before and is not there is hidden by a tombstone of a time nobody can read. */
  private void put(CellPath path, RowState.Live right) {
    Put exact = new Put(path, right.value(), right.micros(), right.secondsLeft());
    boolean hidden =
        tried.stream().anyMatch(t -> t.path().equals(path) && t.micros() >= right.micros());
    if (hidden) {
      raise(path, right, Math.max(right.micros(), ruling.micros()));
    } else {
      puts.add(exact);
    }
  }

  private void replace(CellPath path, RowState.Live right, RowState.Live there) {
    boolean older = there.micros() < right.micros();
    boolean knownHere = there.micros() <= ruling.proof().deadUpTo(path);
    if (older) {
      puts.add(new Put(path, right.value(), right.micros(), right.secondsLeft()));
    } else if (there.micros() == right.micros() && there.value().equals(right.value())) {
      // Only their lives differ: the longer one has won in both tables, or will.
      return;
    } else if (knownHere || there.micros() <= ruling.settledMicros()) {
      raise(path, right, there.micros());
    } else {
      young = true;
    }
  }

  private void raise(CellPath path, RowState.Live right, long above) {
    puts.add(new Put(path, right.value(), above + step(), right.secondsLeft()));
    inexact = true;
  }

  private void removeIfDead(CellPath path, long micros) {
    if (micros <= ruling.proof().deadUpTo(path) || micros <= ruling.settledMicros()) {
      removals.merge(path, micros, Math::max);
    } else {
      young = true;
    }
  }

  private void wholes() {
    Set<String> names = new HashSet<>(home.wholes().keySet());
    names.addAll(other.wholes().keySet());
    names.retainAll(ruling.columns());
    for (String name : names) {
      Optional<RowState.Whole> right = Optional.ofNullable(home.wholes().get(name));
      Optional<RowState.Whole> there = Optional.ofNullable(other.wholes().get(name));
      if (!right.map(RowState.Whole::value).equals(there.map(RowState.Whole::value))) {
        long above = largest(right, there);
        long micros = right.isEmpty() ? above : above + 1 + spread.applyAsLong(100);
        replacements.add(new Replacement(name, right, micros));
        inexact = true;
      }
    }
  }

  /** The whole is younger than the write and than every element of either list. */
  private long largest(Optional<RowState.Whole> right, Optional<RowState.Whole> there) {
    long largest = ruling.micros();
    largest = Math.max(largest, right.map(RowChange::micros).orElse(Long.MIN_VALUE));
    largest = Math.max(largest, there.map(RowChange::micros).orElse(Long.MIN_VALUE));
    boolean untimed =
        right.or(() -> there).filter(whole -> whole.largestMicros().isEmpty()).isPresent();
    if (untimed) {
      largest = Math.max(largest, home.largestMicros().orElse(largest));
      largest = Math.max(largest, other.largestMicros().orElse(largest));
    }
    return untimed && round > 0 ? largest + step() : largest;
  }

  private static long micros(RowState.Whole whole) {
    return whole.largestMicros().orElse(Long.MIN_VALUE);
  }

  /** What the home has lost is deleted where it may still arrive. */
  private void proven() {
    if (round > 0) {
      return;
    }
    ruling
        .proof()
        .cells()
        .forEach(
            (path, micros) -> {
              if (ruling.columns().contains(path.column()) && !home.cells().containsKey(path)) {
                removals.merge(path, micros, Math::max);
              }
            });
    ruling
        .proof()
        .columns()
        .forEach(
            (column, micros) -> {
              boolean replaced = replacements.stream().anyMatch(r -> r.column().equals(column));
              if (ruling.columns().contains(column) && !home.shows(column) && !replaced) {
                removals.merge(CellPath.of(column), micros, Math::max);
              }
            });
  }

  private void markerOfPresent() {
    boolean bare = home.cells().isEmpty() && home.wholes().isEmpty();
    boolean missing = !other.exists();
    boolean wanted =
        switch (ruling.marker().policy()) {
          case WHERE_NEEDED -> missing && bare;
          case OF_NEW_ROWS -> missing;
          case OF_CELLS, AT_TIME -> round == 0 || (missing && bare);
        };
    if (!wanted) {
      return;
    }
    long micros = markerMicros();
    if (bare) {
      inexact = true;
      micros = round == 0 ? micros : Math.max(micros, ruling.micros()) + step();
    }
    marker = Optional.of(new MarkerAt(micros, markerSeconds()));
  }

  private long markerMicros() {
    if (ruling.marker().policy() == Ruling.Marker.Policy.AT_TIME) {
      return ruling.marker().micros();
    }
    return home.cells().entrySet().stream()
        .filter(cell -> ruling.columns().contains(cell.getKey().column()))
        .mapToLong(cell -> cell.getValue().micros())
        .min()
        .orElse(ruling.micros());
  }

  private long markerSeconds() {
    List<Long> lives = new ArrayList<>();
    home.cells().values().forEach(cell -> lives.add(cell.secondsLeft()));
    boolean ends =
        !lives.isEmpty() && lives.stream().allMatch(seconds -> seconds != RowState.FOREVER);
    boolean own = lives.isEmpty() || ruling.marker().policy() == Ruling.Marker.Policy.AT_TIME;
    if (own) {
      return ruling.marker().seconds();
    }
    return ends ? lives.stream().mapToLong(Long::longValue).max().getAsLong() : RowState.FOREVER;
  }

  /** A row that went with its last cell is taken away cell by cell, like in the home. */
  private void absent() {
    boolean rowWasDeleted =
        ruling.proof().row().isPresent() || ruling.settledMicros() > Long.MIN_VALUE;
    long dead = ruling.proof().row().orElse(Long.MIN_VALUE);
    long row = round == 0 ? dead : Long.MIN_VALUE;
    for (Map.Entry<CellPath, RowState.Live> cell : other.cells().entrySet()) {
      long micros = cell.getValue().micros();
      boolean known =
          micros <= Math.max(dead, ruling.proof().deadUpTo(cell.getKey()))
              || micros <= ruling.settledMicros();
      if (!known) {
        young = true;
      } else if (rowWasDeleted) {
        row = Math.max(row, micros);
      } else {
        removals.merge(cell.getKey(), micros, Math::max);
      }
    }
    for (Map.Entry<String, RowState.Whole> whole : other.wholes().entrySet()) {
      long micros = Math.max(ruling.micros(), micros(whole.getValue()));
      if (rowWasDeleted) {
        row = Math.max(row, micros);
      } else {
        removals.merge(CellPath.of(whole.getKey()), micros, Math::max);
      }
    }
    if (!rowWasDeleted) {
      proven();
    }
    boolean bare = other.exists() && other.cells().isEmpty() && other.wholes().isEmpty();
    if (bare && (round > 0 || row == Long.MIN_VALUE)) {
      // A marker's time cannot be read: it is approached from below.
      row = Math.max(row, ruling.micros() + (round == 0 ? 0 : step()));
    }
    if (row > Long.MIN_VALUE) {
      rowRemoval = OptionalLong.of(row);
    }
    inexact = other.exists();
  }

  /** 1 µs first, then more and more. */
  private long step() {
    return round <= 1 ? 1 : FIRST_STEP_MICROS << (round - 2);
  }
}
