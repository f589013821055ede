package dev.rekey.testkit;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverOption;
import java.time.Duration;

/**
 * Opens sessions with whatever driver the caller's class path has: its API is the same from 4.17
 * on.
 */
public final class DriverSessions {

  /** How long a request may take, as may connecting and reading the schema. */
  public static final Duration TIMEOUT = Duration.ofSeconds(30);

  /**
   * How long nodes may take to agree on the schema before a change of it returns all the same. Less
   * than {@link #TIMEOUT}, which covers the wait: the change would fail although it was made.
   */
  private static final Duration AGREEMENT = Duration.ofSeconds(20);

  /** Sessions of tests look at tables as they are, whatever the class path does to sessions. */
  private static final DriverOption INTERCEPTED = () -> "rekey.enabled";

  private DriverSessions() {}

  /**
   * A builder for this cluster, to add to: contact points, data centre and patient timeouts. An
   * interceptor on the class path leaves its sessions alone.
   */
  public static CqlSessionBuilder builder(CassandraCluster cluster) {
    DriverConfigLoader patient =
        DriverConfigLoader.programmaticBuilder()
            .withBoolean(INTERCEPTED, false)
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.CONNECTION_SET_KEYSPACE_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, AGREEMENT)
            .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, TIMEOUT)
            // A node that a test restarted should be found again while the test still waits.
            .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(200))
            .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(2))
            .build();
    return CqlSession.builder()
        .withConfigLoader(patient)
        .addContactPoints(cluster.contactPoints())
        .withLocalDatacenter(cluster.localDatacenter());
  }

  /** A session of its own for this cluster; the caller closes it. */
  public static CqlSession open(CassandraCluster cluster) {
    return builder(cluster).build();
  }
}
