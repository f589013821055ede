package dev.rekey.examples.readings;

import org.springframework.data.cassandra.core.mapping.PrimaryKey;
import org.springframework.data.cassandra.core.mapping.Table;

/**
 * What a sensor said.
 *
 * @param note null for none
 */
@Table("readings")
public record Reading(@PrimaryKey ReadingKey key, Double value, Integer quality, String note) {}
