package dev.rekey.orchestrator.verb;

import dev.rekey.control.InstanceRecord;
import dev.rekey.control.JournalEntry;
import dev.rekey.control.JournalStore;
import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.Leg;
import dev.rekey.orchestrator.engine.Durations;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.engine.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Which writes are owed to a table, since when, and why they have not been replayed. */
public final class JournalReport {

  private final MigrationRecord record;
  private final List<JournalEntry> entries;
  private final Map<UUID, String> instances;
  private final Instant now;
  private final int limit;

  private JournalReport(
      MigrationRecord record,
      List<JournalEntry> entries,
      Map<UUID, String> instances,
      Instant now,
      int limit) {
    this.record = record;
    this.entries = entries;
    this.instances = instances;
    this.now = now;
    this.limit = limit;
  }

  /**
   * Looks; changes nothing.
   *
   * @param limit how many entries are shown at most, the oldest minutes first
   */
  public static JournalReport of(Stores stores, MigrationRecord record, int limit) {
    List<JournalStore.Minute> minutes = new ArrayList<>(stores.journal().minutes(record.name()));
    minutes.sort(Comparator.comparing(JournalStore.Minute::start));
    List<JournalEntry> entries = new ArrayList<>();
    for (JournalStore.Minute minute : minutes) {
      entries.addAll(stores.journal().entries(minute, limit - entries.size()));
      if (entries.size() >= limit) {
        break;
      }
    }
    FleetView fleet = new FleetView(stores.instances().list(), stores.clock().instant());
    Map<UUID, String> live =
        fleet.live().stream()
            .collect(Collectors.toMap(InstanceRecord::incarnation, InstanceRecord::label));
    return new JournalReport(record, entries, live, fleet.at(), limit);
  }

  /** For a person. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(sentence());
    for (JournalEntry entry : entries) {
      lines.add("");
      lines.addAll(lines(entry));
    }
    return lines;
  }

  /** What to do about it; empty if nothing is owed. */
  public Optional<String> next() {
    if (entries.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "correct what refuses them, they are tried again by themselves; to give one up for good: 'rekey journal discard %s ENTRY --confirm %s'"
            .formatted(record.name(), record.name()));
  }

  /** An entry for a person. */
  List<String> lines(JournalEntry entry) {
    List<String> lines = new ArrayList<>();
    lines.add("  entry   " + entry.key().id());
    lines.add(
        "  written %s, %s ago, by %s"
            .formatted(
                writtenAt(entry),
                Durations.words(Duration.between(writtenAt(entry), now)),
                instances.getOrDefault(
                    entry.key().incarnation(),
                    "an instance that has ended (%s)".formatted(entry.key().incarnation()))));
    lines.add("  row     " + entry.sourceKey());
    entry
        .owed()
        .forEach(
            (leg, write) ->
                lines.add("  owed to %s (%s): %s".formatted(table(leg), side(leg), write.cql())));
    lines.add(
        entry.attempts() == 0
            ? "  not tried yet"
            : "  tried %d times, last refused with %s"
                .formatted(
                    entry.attempts(), entry.lastError().map(JournalReport::brief).orElse("?")));
    return lines;
  }

  /** For a program. */
  public Map<String, Object> data() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("migration", record.name());
    data.put("sentence", sentence());
    data.put("complete", entries.size() < limit);
    data.put("entries", entries.stream().map(this::data).toList());
    return data;
  }

  private Map<String, Object> data(JournalEntry entry) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("entry", entry.key().id().toString());
    data.put("minute", entry.key().minute().toString());
    data.put("age-seconds", Duration.between(writtenAt(entry), now).toSeconds());
    data.put("incarnation", entry.key().incarnation().toString());
    data.put("instance-live", instances.containsKey(entry.key().incarnation()));
    data.put("row", entry.sourceKey());
    data.put("write-micros", entry.writeMicros());
    entry.expiresAt().ifPresent(end -> data.put("expires-at", end.toString()));
    Map<String, String> owed = new LinkedHashMap<>();
    entry.owed().forEach((leg, write) -> owed.put(side(leg), write.cql()));
    data.put("owed", owed);
    data.put("attempts", entry.attempts());
    entry.lastError().ifPresent(error -> data.put("last-error", error));
    return data;
  }

  /** An exception says its class first; the package tells a person nothing. */
  private static String brief(String error) {
    return error.replaceFirst("^(?:[a-z0-9_]+\\.)+(?=[A-Z])", "");
  }

  private String sentence() {
    if (entries.isEmpty()) {
      return "No write is owed to either table.";
    }
    long refused = entries.stream().filter(entry -> entry.attempts() > 0).count();
    return "%s%s owed, the oldest since %s; tried and refused: %d."
        .formatted(
            entries.size() < limit ? "" : "At least ",
            entries.size() == 1 ? "1 write is" : entries.size() + " writes are",
            Durations.words(Duration.between(oldest(), now)),
            refused);
  }

  private Instant oldest() {
    return entries.stream().map(JournalReport::writtenAt).min(Instant::compareTo).orElse(now);
  }

  private String table(Leg leg) {
    return leg == Leg.SOURCE ? record.source().cql() : record.target().cql();
  }

  static String side(Leg leg) {
    return leg.name().toLowerCase(Locale.ROOT);
  }

  /** The write's own timestamp may be any number an application has chosen. */
  private static Instant writtenAt(JournalEntry entry) {
    return Instant.ofEpochMilli(
            com.datastax.oss.driver.api.core.uuid.Uuids.unixTimestamp(entry.key().id()))
        .truncatedTo(ChronoUnit.SECONDS);
  }
}
