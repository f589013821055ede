package dev.rekey.examples.readings;

import java.io.Serializable;
import java.time.Instant;
import org.springframework.data.cassandra.core.cql.Ordering;
import org.springframework.data.cassandra.core.cql.PrimaryKeyType;
import org.springframework.data.cassandra.core.mapping.PrimaryKeyClass;
import org.springframework.data.cassandra.core.mapping.PrimaryKeyColumn;

/** The table's primary key as it always was. */
@PrimaryKeyClass
public record ReadingKey(
    @PrimaryKeyColumn(name = "sensor_id", type = PrimaryKeyType.PARTITIONED) String sensorId,
    @PrimaryKeyColumn(name = "ts", type = PrimaryKeyType.CLUSTERED, ordering = Ordering.DESCENDING)
        Instant ts)
    implements Serializable {}
