package dev.rekey.demo.app;

import dev.rekey.demo.history.Reading;
import dev.rekey.demo.history.RowKey;
import dev.rekey.demo.history.RowState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The rows of the table before the application starts, as a function of their keys: one sensor that
 * reports far too often for one partition, and many quiet ones.
 *
 * @param hotRows rows of sensor 0
 * @param quietSensors the other sensors
 * @param rowsPerQuietSensor rows of each of them
 */
public record Dataset(int hotRows, int quietSensors, int rowsPerQuietSensor) {
  /** When every sensor starts to report. Fixed, so that two runs load the same rows. */
  public static final Instant START = Instant.parse("2026-01-05T00:00:00Z");

  /** How long the loaded rows of a sensor reach. */
  public static final Duration SPAN = Duration.ofDays(75);

  private static final String HOT_SENSOR = "boiler-7";
  private static final String QUIET_PREFIX = "sensor-";

  /** Between the clocks of neighbouring sensors, so that timestamps are not round. */
  private static final long SENSOR_OFFSET_MILLIS = 137;

  private static final Set<String> TAGS = Set.of("calibrated", "night shift");

  public Dataset {
    if (hotRows < 1 || quietSensors < 1 || rowsPerQuietSensor < 1) {
      throw new IllegalArgumentException(
          "Cannot make a data set of %d rows in the hot sensor and %d sensors of %d rows"
              .formatted(hotRows, quietSensors, rowsPerQuietSensor));
    }
  }

  /** About this many rows: five in eleven in a hundred quiet sensors, the rest in one sensor. */
  public static Dataset ofAbout(int rows) {
    int quiet = Math.max(1, rows * 5 / 11 / 100);
    return new Dataset(Math.max(1, rows - 100 * quiet), 100, quiet);
  }

  /** All sensors, the hot one included. */
  public int sensors() {
    return quietSensors + 1;
  }

  /** The loaded rows of a sensor: the ordinals below this. */
  public int loadedRows(int sensor) {
    return sensor == 0 ? hotRows : rowsPerQuietSensor;
  }

  /** The loaded rows of all sensors. */
  public long loadedRows() {
    return hotRows + (long) quietSensors * rowsPerQuietSensor;
  }

  public String sensorId(int sensor) {
    return sensor == 0 ? HOT_SENSOR : QUIET_PREFIX + sensor;
  }

  /** The time of a reading; ordinals beyond the loaded ones continue the series. */
  public Instant timestamp(RowKey key) {
    return START.plusMillis(
        key.sensor() * SENSOR_OFFSET_MILLIS + key.ordinal() * stepMillis(key.sensor()));
  }

  private long stepMillis(int sensor) {
    return SPAN.toMillis() / loadedRows(sensor);
  }

  /** The key of a stored row; empty if no reading of this application has this key. */
  public Optional<RowKey> keyOf(String sensorId, Instant timestamp) {
    int sensor = sensorOf(sensorId);
    if (sensor < 0 || sensor >= sensors()) {
      return Optional.empty();
    }

    long millis = Duration.between(START, timestamp).toMillis() - sensor * SENSOR_OFFSET_MILLIS;
    long step = stepMillis(sensor);
    return millis < 0 || millis % step != 0
        ? Optional.empty()
        : Optional.of(new RowKey(sensor, Math.toIntExact(millis / step)));
  }

  private static int sensorOf(String sensorId) {
    if (sensorId.equals(HOT_SENSOR)) {
      return 0;
    }
    if (!sensorId.startsWith(QUIET_PREFIX)) {
      return -1;
    }
    try {
      return Integer.parseInt(sensorId, QUIET_PREFIX.length(), sensorId.length(), 10);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** What a row is before the application starts. */
  public RowState initial(RowKey key) {
    return key.ordinal() < loadedRows(key.sensor())
        ? new RowState.Present(reading(key))
        : new RowState.Unwritten();
  }

  private Reading reading(RowKey key) {
    long bits = mix(key.sensor() * 1_000_003L + key.ordinal());
    return new Reading(
        20 + Math.floorMod(bits, 8000) / 100.0,
        unit(key.sensor()),
        (int) Math.floorMod(bits >>> 16, 100),
        Math.floorMod(bits >>> 24, 10) == 0
            ? Optional.of("checked by shift " + Math.floorMod(bits >>> 32, 4))
            : Optional.empty(),
        Math.floorMod(bits >>> 40, 20) == 0 ? TAGS : Set.of());
  }

  static String unit(int sensor) {
    return sensor % 3 == 0 ? "bar" : "°C";
  }

  /** Spreads neighbouring numbers (the finalizer of SplitMix64). */
  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
    return b ^ (b >>> 31);
  }
}
