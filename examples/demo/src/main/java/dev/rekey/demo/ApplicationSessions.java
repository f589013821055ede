package dev.rekey.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import dev.rekey.interceptor.RekeyOptions;
import dev.rekey.interceptor.RekeySession;
import dev.rekey.testkit.CassandraCluster;
import java.time.Duration;

/**
 * Opens the sessions of the application: with the interceptor, or as they were before.
 *
 * @param keyspace of the application's table
 */
record ApplicationSessions(CassandraCluster cluster, String keyspace) {
  /** Half of the default lease, as the interceptor demands. */
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

  CqlSession intercepted(int instance) {
    return open(
        RekeySession.builder()
            .withRekey(RekeyOptions.defaults().withApplication("sensors-" + instance)));
  }

  CqlSession plain() {
    return open(CqlSession.builder());
  }

  private CqlSession open(CqlSessionBuilder builder) {
    return builder
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, REQUEST_TIMEOUT)
                .withString(
                    DefaultDriverOption.REQUEST_CONSISTENCY,
                    DefaultConsistencyLevel.LOCAL_QUORUM.name())
                .build())
        .addContactPoints(cluster.contactPoints())
        .withLocalDatacenter(cluster.localDatacenter())
        .withKeyspace(keyspace)
        .build();
  }
}
