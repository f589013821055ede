package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import java.time.Duration;
import java.util.stream.Collectors;

/** Opens sessions for commands. */
final class Sessions {

  /** Longer than the servers' own timeouts, so that their answer is what we hear. */
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);

  private Sessions() {}

  static CqlSession open(Connection connection) {
    ProgrammaticDriverConfigLoaderBuilder config =
        DriverConfigLoader.programmaticBuilder()
            .withString(DefaultDriverOption.SESSION_NAME, "rekey")
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, REQUEST_TIMEOUT)
            .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "QUORUM")
            .withString(DefaultDriverOption.REQUEST_SERIAL_CONSISTENCY, "SERIAL")
            .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, REQUEST_TIMEOUT)
            .withDuration(
                DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, Duration.ofSeconds(30))
            // A command has nothing in flight when it ends; two seconds of quiet serve nobody.
            .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
            .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0);
    if (connection.localDatacenter().isEmpty()) {
      config.withString(
          DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, "DcInferringLoadBalancingPolicy");
    }
    CqlSessionBuilder builder =
        CqlSession.builder()
            .addContactPoints(connection.contactPoints())
            .withConfigLoader(config.build());
    connection.localDatacenter().ifPresent(builder::withLocalDatacenter);
    connection
        .credentials()
        .ifPresent(user -> builder.withAuthCredentials(user.username(), user.password()));
    try {
      return builder.build();
    } catch (AllNodesFailedException | IllegalStateException e) {
      throw new RekeyException(
          ExitCode.CANNOT_CONNECT,
          "Cannot connect: none of %s answers (%s)".formatted(points(connection), e.getMessage()),
          "check --contact-point and --local-dc, then run this again",
          e);
    }
  }

  private static String points(Connection connection) {
    return connection.contactPoints().stream()
        .map(point -> point.getHostString() + ":" + point.getPort())
        .collect(Collectors.joining(", "));
  }
}
