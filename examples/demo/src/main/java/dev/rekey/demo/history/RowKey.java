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

  @Override
  public int compareTo(RowKey other) {
    int bySensor = Integer.compare(sensor, other.sensor);
    return bySensor != 0 ? bySensor : Integer.compare(ordinal, other.ordinal);
  }
}
