package dev.rekey.migrations;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;

/** How conditional writes and the reads that go with them are sent. */
final class Lwt {
  private Lwt() {}

  static SimpleStatement write(SimpleStatement statement) {
    return statement
        .setConsistencyLevel(DefaultConsistencyLevel.QUORUM)
        .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL)
        .setIdempotent(false);
  }

  static SimpleStatement read(SimpleStatement statement) {
    return statement.setConsistencyLevel(DefaultConsistencyLevel.SERIAL).setIdempotent(true);
  }
}
