package dev.rekey.migrations;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What was configured, checked. */
record Settings(
    CqlSession session,
    String keyspace,
    Optional<Map<String, String>> replication,
    String owner,
    Duration lease,
    Duration lockWait,
    Duration maxClockSkew,
    Duration statementTimeout,
    Duration agreementTimeout,
    LeaseClock clock) {

  Settings {
    replication = replication.map(Map::copyOf);
  }
}
