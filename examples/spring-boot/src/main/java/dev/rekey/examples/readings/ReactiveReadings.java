package dev.rekey.examples.readings;

import org.springframework.data.cassandra.repository.ReactiveCassandraRepository;

/** The same without blocking. */
public interface ReactiveReadings extends ReactiveCassandraRepository<Reading, ReadingKey> {}
