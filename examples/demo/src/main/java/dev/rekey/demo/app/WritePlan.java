package dev.rekey.demo.app;

import dev.rekey.demo.history.History;
import dev.rekey.demo.history.Reading;
import dev.rekey.demo.history.RowKey;
import dev.rekey.demo.history.RowState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Chooses what one writer does next. The same seed and the same outcomes give the same choices.
 *
 * <p>Updates are chosen only for rows that exist without a time to live: an update of an absent row
 * makes one without a row marker, which no reader could tell and the expected state would have to
 * guess.
 */
final class WritePlan {
  private static final int TRIES = 12;
  private static final int LONGEST_RANGE = 12;
  private static final int SHORTEST_TTL_SECONDS = 12;
  private static final int TTL_SPREAD_SECONDS = 40;
  private static final int DAY_SECONDS = 86_400;
  private static final int REMEMBERED = 512;

  private final OwnedKeys owned;
  private final History history;
  private final RandomGenerator random;
  private final int[] nextNew;
  private final List<RowKey> own = new ArrayList<>();
  private int serial;

  WritePlan(OwnedKeys owned, History history, RandomGenerator random) {
    this.owned = owned;
    this.history = history;
    this.random = random;
    Dataset dataset = owned.dataset();
    this.nextNew = new int[dataset.sensors()];
    for (int sensor = 0; sensor < nextNew.length; sensor++) {
      nextNew[sensor] = dataset.loadedRows(sensor);
    }
  }

  ReadingWrite next() {
    int dice = random.nextInt(100);
    if (dice < 40) {
      return insertNew();
    }
    if (dice < 48) {
      return insertExpiring();
    }
    if (dice < 72) {
      return update();
    }
    if (dice < 78) {
      return pick(key -> true).<ReadingWrite>map(this::insert).orElseGet(this::insertNew);
    }
    if (dice < 94) {
      return pick(key -> history.newest(key) instanceof RowState.Present)
          .<ReadingWrite>map(ReadingWrite.Delete::new)
          .orElseGet(this::insertNew);
    }
    return dice < 96 ? deleteRange() : batch();
  }

  private ReadingWrite.Insert insertNew() {
    return insert(newKey(sensor()));
  }

  private ReadingWrite.Insert insert(RowKey key) {
    return new ReadingWrite.Insert(key, reading(key));
  }

  private ReadingWrite insertExpiring() {
    RowKey key = newKey(sensor());
    int ttl =
        random.nextInt(5) == 0
            ? DAY_SECONDS
            : SHORTEST_TTL_SECONDS + random.nextInt(TTL_SPREAD_SECONDS);
    return new ReadingWrite.InsertWithTtl(key, reading(key), ttl);
  }

  private ReadingWrite update() {
    Optional<RowKey> chosen = pick(key -> history.newest(key) instanceof RowState.Present);
    if (chosen.isEmpty()) {
      return insertNew();
    }

    RowKey key = chosen.get();
    Reading before = ((RowState.Present) history.newest(key)).reading();
    return switch (random.nextInt(3)) {
      case 0 ->
          new ReadingWrite.Update(
              key, ReadingWrite.Column.QUALITY, before.withQuality(100 + serial++));
      case 1 ->
          new ReadingWrite.Update(
              key,
              ReadingWrite.Column.NOTE,
              before.withNote(
                  random.nextInt(4) == 0 ? Optional.empty() : Optional.of(text("corrected"))));
      default -> addTag(key, before);
    };
  }

  private ReadingWrite addTag(RowKey key, Reading before) {
    String tag = "tag " + random.nextInt(8);
    Set<String> tags = new HashSet<>(before.tags());
    tags.add(tag);
    return new ReadingWrite.AddTag(key, tag, before.withTags(tags));
  }

  private ReadingWrite deleteRange() {
    RowKey from = pick(key -> true).orElseGet(() -> newKey(sensor()));
    int length = Math.min(OwnedKeys.restOfBlock(from), 1 + random.nextInt(LONGEST_RANGE));
    for (int i = 0; i < length; i++) {
      if (!history.isWritable(new RowKey(from.sensor(), from.ordinal() + i))) {
        return insertNew();
      }
    }
    return new ReadingWrite.DeleteRange(from.sensor(), from.ordinal(), from.ordinal() + length);
  }

  private ReadingWrite batch() {
    int sensor = sensor();
    List<ReadingWrite.Insert> inserts = new ArrayList<>();
    for (int i = 3 + random.nextInt(3); i > 0; i--) {
      inserts.add(insert(newKey(sensor)));
    }
    return new ReadingWrite.Batch(inserts);
  }

  private Reading reading(RowKey key) {
    return new Reading(
        random.nextInt(10_000) / 100.0,
        Dataset.unit(key.sensor()),
        100 + serial++,
        random.nextInt(3) == 0 ? Optional.of(text("reported")) : Optional.empty(),
        random.nextInt(4) == 0 ? Set.of("tag " + random.nextInt(8), "live") : Set.of());
  }

  /** Unique among all writers, so that a wrong value is never right by chance. */
  private String text(String word) {
    return word + " " + owned.writer() + "/" + serial++;
  }

  private int sensor() {
    return random.nextBoolean() ? 0 : random.nextInt(nextNew.length);
  }

  private RowKey newKey(int sensor) {
    RowKey key;
    do {
      key = owned.firstFrom(sensor, nextNew[sensor]);
      nextNew[sensor] = key.ordinal() + 1;
      // A range delete may have met it already, and failed.
    } while (!history.isWritable(key));
    remember(key);
    return key;
  }

  private void remember(RowKey key) {
    if (own.size() < REMEMBERED) {
      own.add(key);
    } else {
      own.set(random.nextInt(REMEMBERED), key);
    }
  }

  private Optional<RowKey> pick(Predicate<RowKey> wanted) {
    for (int i = 0; i < TRIES; i++) {
      RowKey key =
          own.isEmpty() || random.nextBoolean()
              ? owned.anyLoaded(sensor(), random)
              : own.get(random.nextInt(own.size()));
      if (history.isWritable(key) && wanted.test(key)) {
        remember(key);
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }
}
