package dev.rekey.demo.history;

/**
 * One row, by number.
 *
 * @param sensor the sensor, from 0
 * @param ordinal the reading of that sensor, from 0 in the order of time
 */
public record RowKey(int sensor, int ordinal) implements Comparable<RowKey> {
  public RowKey {
    if (sensor < 0 || ordinal < 0) {
      throw new IllegalArgumentException(
          "Cannot make a key of sensor %d, ordinal %d: negative".formatted(sensor, ordinal));
    }
  }

  /** Spread: what a record has by itself meets for neighbours of neighbouring sensors. */
  @Override
  public int hashCode() {
    long mixed = ((long) sensor << 32 | ordinal) * 0x9E37_79B9_7F4A_7C15L;
    return (int) (mixed >>> 32);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey key && sensor == key.sensor && ordinal == key.ordinal;
  }

  @Override
  public int compareTo(RowKey other) {
    int bySensor = Integer.compare(sensor, other.sensor);
    return bySensor != 0 ? bySensor : Integer.compare(ordinal, other.ordinal);
  }
}
