package dev.rekey.examples.readings;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** Stores the reading of the command line and shows the sensor's last hour. */
@Component
class RecordReading implements ApplicationRunner {
  private static final Logger LOG = LoggerFactory.getLogger(RecordReading.class);

  private final Readings readings;

  RecordReading(Readings readings) {
    this.readings = readings;
  }

  @Override
  public void run(ApplicationArguments arguments) {
    if (!arguments.containsOption("sensor") || !arguments.containsOption("value")) {
      return;
    }
    String sensor = arguments.getOptionValues("sensor").get(0);
    double value = Double.parseDouble(arguments.getOptionValues("value").get(0));
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    readings.save(new Reading(new ReadingKey(sensor, now), value, 100, null));
    readings
        .between(sensor, now.minus(1, ChronoUnit.HOURS), now.plusMillis(1))
        .forEach(reading -> LOG.info("{}", reading));
  }
}
