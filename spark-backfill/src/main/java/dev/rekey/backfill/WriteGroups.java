package dev.rekey.backfill;

import dev.rekey.control.RowMarker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Decides which statements copy a row exactly. Pure.
 *
 * <p>Never one timestamp for a whole row: a mirrored write older than the row's newest cell would
 * be lost under it. Never "now": a mirrored delete would be undone.
 */
final class WriteGroups {

  private final long unreadableTimestamp;
  private final RowMarker policy;
  private final List<Slot> slots;

  /**
   * @param fence F in microseconds
   * @param slots where cells go, to know which an INSERT can carry
   */
  WriteGroups(long fence, RowMarker policy, List<Slot> slots) {
    this.unreadableTimestamp = fence - 1;
    this.policy = policy;
    this.slots = List.copyOf(slots);
  }

  /** The statements of one row, in ascending order of time; never empty. */
  List<WriteGroup> of(List<Cell> cells) {
    if (cells.isEmpty()) {
      return List.of(marker(unreadableTimestamp, OptionalLong.empty()));
    }
    List<WriteGroup> groups = grouped(cells);
    return policy == RowMarker.UPDATE ? groups : withMarker(groups);
  }

  /** The statements of the static part of one partition, which has no marker. */
  List<WriteGroup> ofStatics(List<Cell> cells) {
    return grouped(cells);
  }

  private List<WriteGroup> grouped(List<Cell> cells) {
    Map<Moment, List<Cell>> byMoment = new LinkedHashMap<>();
    for (Cell cell : cells) {
      Moment moment = new Moment(cell.writetime().orElse(unreadableTimestamp), cell.expirySecond());
      byMoment.computeIfAbsent(moment, unused -> new ArrayList<>()).add(cell);
    }
    List<WriteGroup> groups = new ArrayList<>(byMoment.size());
    byMoment.forEach(
        (moment, group) ->
            groups.add(
                new WriteGroup(
                    WriteGroup.Verb.UPDATE, moment.timestamp(), moment.expirySecond(), group)));
    groups.sort(Comparator.comparingLong(WriteGroup::timestamp));
    return groups;
  }

  /**
   * The marker's own time and expiry cannot be read. It must not outlive a mirrored row delete, so
   * it is at most F - 1; it must not outlive the row's cells when all of them expire.
   */
  private List<WriteGroup> withMarker(List<WriteGroup> groups) {
    long timestamp = Math.min(groups.get(0).timestamp(), unreadableTimestamp);
    OptionalLong expiry = latestExpiry(groups);
    List<WriteGroup> marked = new ArrayList<>(groups);
    for (int i = 0; i < groups.size(); i++) {
      WriteGroup group = groups.get(i);
      if (group.timestamp() == timestamp
          && group.expirySecond().equals(expiry)
          && group.cells().stream().allMatch(cell -> slots.get(cell.slot()).insertable())) {
        marked.set(i, new WriteGroup(WriteGroup.Verb.INSERT, timestamp, expiry, group.cells()));
        return marked;
      }
    }
    marked.add(0, marker(timestamp, expiry));
    return marked;
  }

  private static OptionalLong latestExpiry(List<WriteGroup> groups) {
    long latest = Long.MIN_VALUE;
    for (WriteGroup group : groups) {
      if (group.expirySecond().isEmpty()) {
        return OptionalLong.empty();
      }
      latest = Math.max(latest, group.expirySecond().getAsLong());
    }
    return OptionalLong.of(latest);
  }

  private static WriteGroup marker(long timestamp, OptionalLong expiry) {
    return new WriteGroup(WriteGroup.Verb.INSERT, timestamp, expiry, List.of());
  }

  private record Moment(long timestamp, OptionalLong expirySecond) {}
}
