package dev.rekey.demo.app;

import dev.rekey.demo.history.RowKey;
import java.util.random.RandomGenerator;

/**
 * The rows of one writer: whole blocks of neighbouring readings, dealt out in turn, so that a range
 * delete touches no row of another writer.
 *
 * @param writer which writer, from 0
 * @param writers how many there are
 */
record OwnedKeys(Dataset dataset, int writer, int writers) {
  /** Neighbouring readings that have the same owner. */
  static final int BLOCK = 40;

  OwnedKeys {
    if (writer < 0 || writer >= writers) {
      throw new IllegalArgumentException(
          "Cannot deal out rows to writer %d of %d".formatted(writer, writers));
    }
  }

  boolean owns(RowKey key) {
    return Math.floorMod(key.ordinal() / BLOCK + key.sensor(), writers) == writer;
  }

  /** The first own row of a sensor at or after an ordinal. */
  RowKey firstFrom(int sensor, int ordinal) {
    RowKey key = new RowKey(sensor, ordinal);
    int block = ordinal / BLOCK;
    while (!owns(key)) {
      block++;
      key = new RowKey(sensor, block * BLOCK);
    }
    return key;
  }

  /** Some own row among the loaded ones, or shortly after them. */
  RowKey anyLoaded(int sensor, RandomGenerator random) {
    return firstFrom(sensor, random.nextInt(dataset.loadedRows(sensor)));
  }

  /** How many of the readings from this one on, itself included, have the same owner. */
  static int restOfBlock(RowKey key) {
    return BLOCK - key.ordinal() % BLOCK;
  }
}
