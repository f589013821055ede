package dev.rekey.examples.readings;

import java.time.Instant;
import java.util.List;
import org.springframework.data.cassandra.repository.CassandraRepository;
import org.springframework.data.cassandra.repository.Query;

/** All readings. */
public interface Readings extends CassandraRepository<Reading, ReadingKey> {

  /** A sensor's readings from one moment until before another, the newest first. */
  @Query("SELECT * FROM readings WHERE sensor_id = ?0 AND ts >= ?1 AND ts < ?2")
  List<Reading> between(String sensorId, Instant from, Instant until);
}
